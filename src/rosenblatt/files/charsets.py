"""Character encodings of text files: text in other encodings is converted to UTF-8 while reading."""

import codecs
from typing import IO, TYPE_CHECKING, Any

from rosenblatt.errors import DataError, OptionError, option, subject

if TYPE_CHECKING:
    from rosenblatt.files.sources import Source

UTF_8 = ("utf-8", "utf-8-sig")
PROBED = 1000  # bytes by which UTF-16 is told from other text
SHORTEST = 8  # bytes of a line that is told to be UTF-16


def check_charset(charset: str | None) -> None:
    """Raise an OptionError unless Python has a text encoding of this name."""
    if charset is None:
        return
    try:
        codec = codecs.lookup(charset)
        is_text = getattr(codec, "_is_text_encoding", True) and codec.incrementaldecoder is not None
    except (LookupError, TypeError, ValueError):
        is_text = False
    if not is_text:
        raise OptionError(
            f"{subject('charset')} must be a text encoding that Python knows, such as latin-1, cp1252 or utf-16; "
            f"got {charset!r}."
        )


def is_other(charset: str | None) -> bool:
    """Return True if text in this encoding must be converted."""
    return charset is not None and codecs.lookup(charset).name not in UTF_8


def recoded(source: "Source", charset: str | None) -> "Source":
    """Open a text file as UTF-8."""
    if charset is None or not is_other(charset):
        return source

    def opened() -> Any:
        return Recoded(source.open(), charset, source.name)

    return source._replace(open=opened)


def recoded_beginning(beginning: bytes, charset: str | None) -> bytes:
    """Return the first bytes of a text file as UTF-8. Errors in them are reported when the file is read."""
    if charset is None or not is_other(charset):
        return beginning
    try:
        return codecs.getincrementaldecoder(charset)("replace").decode(beginning).encode()
    except UnicodeError:
        return beginning


def is_wide(text: bytes) -> bool:
    """Return True if text looks like UTF-16, in which every other byte of Latin letters is zero."""
    return 4 * text[:PROBED].count(b"\0") >= len(text[:PROBED])


def other_charset(text: bytes, at: int | None = None) -> str:
    """Return the next step for text that is not UTF-8. at: the place of the wrong byte."""
    if is_wide(text):
        return f"{option('charset', 'utf-16')} reads UTF-16 text"
    if at is not None and text[at] == 0:  # which no text has
        return "no text has it"
    return f"{option('charset', 'latin-1')} reads Latin-1 text, for example"


def fault_of(line: bytes, fault: str) -> str:
    """Return the fault of an unreadable line: the one found, or its encoding."""
    if len(line) < SHORTEST or not line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or not is_wide(line):
        return fault
    return f"must be UTF-8 text; got the byte 0x00: {other_charset(line)}."


class Recoded:
    """Stream of text in any encoding, read as UTF-8. A wrong byte is a DataError with its line."""

    def __init__(self, stream: IO[bytes], charset: str, name: str) -> None:
        self._stream, self._charset, self._name = stream, charset, name
        self._decoder = codecs.getincrementaldecoder(charset)()
        self._line, self._is_done = 1, False
        self._last = ""  # character: a carriage return and a line feed are one line end

    def read(self, size: int = -1) -> bytes:
        """Return about ``size`` bytes, at least one except at the end."""
        text = ""
        while not text and not self._is_done:
            raw = self._stream.read(size)
            self._is_done = not raw or size < 0
            text = self._decoded(raw)
        return text.encode(errors="surrogatepass")

    def close(self) -> None:
        self._stream.close()

    def _decoded(self, raw: bytes) -> str:
        try:
            text = self._decoder.decode(raw, self._is_done)
        except UnicodeDecodeError as error:
            self._count(codecs.decode(error.object[: error.start], self._charset, "replace"))
            raise DataError(
                f"{self._name}:{self._line} must be {self._charset} text; got the byte "
                f"0x{error.object[error.start]:02x}: {option('charset')} names another encoding."
            ) from error
        except UnicodeError as error:
            raise DataError(
                f"{self._name} must be {self._charset} text: {error}; {option('charset')} names another encoding."
            ) from error
        self._count(text)
        return text

    def _count(self, text: str) -> None:
        joined = self._last + text
        ends = joined.count("\n") + joined.count("\r") - joined.count("\r\n")
        self._line += ends - (self._last == "\r")
        self._last = text[-1:] if text[-1:] == "\r" else ""
