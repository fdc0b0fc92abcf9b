"""Files in and out: any format as chunks of rows, pages and windows of files of any size, archives."""
