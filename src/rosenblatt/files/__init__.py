"""Files in and out: any format, any size, compressed or not. May import models, data and loops."""
