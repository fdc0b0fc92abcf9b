"""Report of a run as one HTML page. May import trained and the layers below."""
