"""Feature rows as a model takes them: scaled, without ignored features.

The options ``scale``, ``ignore`` and ``id`` apply only if a user gave them. All scalings except ``unit`` need a survey,
a pass over all rows before the first is yielded; up to MAX_CACHED_BYTES of rows are stored from it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rosenblatt.data.chunks import Chunk, Table
from rosenblatt.files.encoding.feature_names import several
from rosenblatt.files.encoding.feature_scaling import FeatureScaling
from rosenblatt.files.feature_files import FeatureFiles, Sample

MAX_CACHED_BYTES = 170e6  # bytes of rows that are kept from the survey to the next pass


class FeatureRows:
    """Rows of feature files or of a bundled set.

    chosen: the options ``scale``, ``ignore`` and ``id`` that a user gave.
    """

    def __init__(self, raw: FeatureFiles | Sample, chosen: Mapping[str, Any], encoding: Any) -> None:
        self.guessed: dict[str, Any] = {}
        self.unused: list[str] = []  # columns: there are none
        self._raw, self._encoding = raw, encoding
        self._scale = chosen.get("scale", "none")
        self._chosen = {name: several(name, chosen.get(name, ())) for name in ("ignore", "id")}
        self._kept: list[Chunk] = []

    @property
    def left_out(self) -> int:
        return self._raw.left_out

    @property
    def features(self) -> list[str] | None:
        return self._raw.features

    @property
    def table(self) -> Table | None:
        """All rows of a bundled set that is not scaled."""
        return self._raw.table if isinstance(self._raw, Sample) and self.encoding is None else None

    @property
    def encoding(self) -> FeatureScaling | None:
        """Scaling of the model, else of the survey; None if rows are not scaled."""
        is_wanted = self._scale != "none" or any(self._chosen.values())
        if self._encoding is None and is_wanted:
            self._encoding = self._survey()
        return self._encoding  # type: ignore[no-any-return]

    @encoding.setter
    def encoding(self, encoding: Any) -> None:
        self._encoding = encoding

    def chunks_and_ids(self) -> Iterator[tuple[Chunk, dict[str, Any]]]:
        """Yield the rows from the beginning, with their ID features as pyarrow columns."""
        encoding = self.encoding
        for chunk in self._chunks():
            if encoding is None:
                yield chunk, {}
            else:
                yield chunk._replace(block=encoding.rows(chunk.block)), encoding.id_values(chunk.block)

    def _chunks(self) -> Iterator[Chunk]:
        if not self._kept:
            return self._raw.chunks()
        kept, self._kept = self._kept, []
        return (kept.pop(0) for _ in range(len(kept)))  # each chunk is released after use

    def _survey(self) -> FeatureScaling:
        from rosenblatt.files.encoding.feature_survey import survey

        if self.needs_survey:
            return survey(self._keeping(), self._scale, self._chosen, self._raw.naming)
        return FeatureScaling(scale="unit")

    @property
    def needs_survey(self) -> bool:
        """True if a pass over all rows must find the scaling. Unit scaling needs none, unless features are ignored."""
        for name, features in self._chosen.items():
            if features:
                self._raw.check_named(name)
        return self._encoding is None and (self._scale not in ("none", "unit") or any(self._chosen.values()))

    def new_survey(self) -> Any:
        """Return a survey to which pages can be added elsewhere."""
        from rosenblatt.files.encoding.feature_survey import FeatureSurvey

        return FeatureSurvey(self._scale)

    def end_survey(self, survey: Any) -> None:
        """Set the encoding that a survey has found."""
        self._encoding = survey.scaling(self._chosen, self._raw.naming)

    def _keeping(self) -> Iterator[Chunk]:
        size, self._kept = 0, []
        for chunk in self._raw.chunks():
            size += chunk.block.n_bytes
            if size <= MAX_CACHED_BYTES:
                self._kept.append(chunk)
            else:
                self._kept = []
            yield chunk
