"""The report of a run as one page of HTML. May import trained and the layers below."""
