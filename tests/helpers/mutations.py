"""Changed archives: model files and checkpoints as damage or a stranger would leave them.

A checksum catches accidents, but a stranger can compute one: most changes are sealed with the right one.
"""

import copy
import hashlib
import json
import math
import struct

import numpy as np

ODD = [None, -1, 0, 1, 2**31, 2**62, 2**63, 10**300, 1e308, 5e-324, math.nan, math.inf, -0.0, "x", "\ud800", "\x1b[2J"]
ODD += [[], {}, True, [1, 2], {"array": [0, "<f8", [2]]}, [[[]]], "0" * 5000]
DTYPES = ("<f8", "<i8", "<u8", "<f4", "<i4", "<u4", "<U1", "<U2", "|S8", "|b1", "|i1", "|u1", "<f2", "<U999999999")
NUMBERS = [math.nan, math.inf, -math.inf, -1.0, 0.0, -0.0, 1e308, 5e-324]
WHOLE = [-1, 0, 1, 2**31 - 1, 2**31, 2**32, 2**62, 2**63 - 1, -(2**63)]


def sealed(body):
    return body + hashlib.sha256(body).digest()


def parts_of(whole):
    """The magic, the tree of the header and the bytes of the arrays."""
    start = whole.index(b"\n") + 1
    end = start + 8 + struct.unpack("<Q", whole[start : start + 8])[0]
    return whole[:start], json.loads(whole[start + 8 : end]), whole[end:-32]


def archive_of(magic, tree, arrays):
    header = json.dumps(tree).encode()
    return sealed(magic + struct.pack("<Q", len(header)) + header + arrays)


def changed(whole, change):
    """A file whose header was changed by someone who knows what they do."""
    magic, tree, arrays = parts_of(whole)
    change(tree)
    return archive_of(magic, tree, arrays)


def mutated(whole, draw):
    """A file with something changed; most often with the right checksum."""
    if draw.random() < 0.04:
        return whole[: draw.randrange(len(whole))]
    body = draw.choice(CHANGES)(whole, draw)[:-32]
    return sealed(body) if draw.random() < 0.95 else body + whole[-32:]


def _any_bytes(whole, draw):
    body = bytearray(whole)
    for _ in range(draw.randint(1, 8)):
        body[draw.randrange(len(body))] = draw.randrange(256)
    return bytes(body)


def _digits(whole, draw):
    """Numbers of the header."""
    body = bytearray(whole)
    start = whole.index(b"\n") + 9
    end = start + struct.unpack("<Q", whole[start - 8 : start])[0]
    places = [place for place in range(start, end) if 48 <= body[place] <= 57]
    for _ in range(draw.randint(1, 3)):
        body[draw.choice(places)] = draw.choice(b"0123456789-e.")
    return bytes(body)


def _value(whole, draw):
    """A value of the header, by another: odd, or from elsewhere in the header."""
    return changed(whole, lambda tree: _put(tree, draw, draw.choice([*ODD, _some_value(tree, draw)])))


def _number(whole, draw):
    """A whole number of the header, by one near it."""

    def change(tree):
        numbers = [(holder, key) for holder, key in _places(tree) if type(holder[key]) is int]
        for holder, key in draw.sample(numbers, min(len(numbers), draw.randint(1, 2))):
            holder[key] = draw.choice([holder[key] + 1, holder[key] - 1, -holder[key], 2 * holder[key], 0, *WHOLE])

    return changed(whole, change)


def _key(whole, draw):
    """A name that is gone, is another, or stands for what another stood for."""

    def change(tree):
        holders = [holder[key] for holder, key in _places(tree) if isinstance(holder[key], dict)]
        holder = draw.choice([tree, *filter(None, holders)])
        key = draw.choice(list(holder))
        kept = holder.pop(key) if draw.random() < 0.6 else holder[key]
        if draw.random() < 0.5:
            holder[draw.choice([*map(str, holder), "x", "array", "'array", "__class__"])] = copy.deepcopy(kept)

    return changed(whole, change)


def _items(whole, draw):
    """A list that is shorter, longer, or in another order."""

    def change(tree):
        lists = [holder[key] for holder, key in _places(tree) if isinstance(holder[key], list)]
        values = draw.choice(lists)
        match draw.randrange(4):
            case 0:
                values.clear()
            case 1:
                values.extend(copy.deepcopy(values) or [0])
            case 2:
                draw.shuffle(values)
            case 3:
                values.pop() if values else values.append(None)

    return changed(whole, change)


def _described(whole, draw):
    """An array of another type or shape."""

    def change(tree):
        places = [holder[key] for holder, key in _places(tree) if key == "array" and isinstance(holder[key], list)]
        if not places:
            return
        array = draw.choice(places)
        shape = array[2]
        if draw.random() < 0.5:
            array[1] = draw.choice(DTYPES)
            return
        size = math.prod(shape)
        array[2] = draw.choice(
            [
                *([size], [1, size], [size, 1], [size, 1, 1], [*shape, 1], [1, *shape], shape[::-1], []),
                *([0], [0, 2**40], [2**31, 2**31, 0], [2**62, 4], [2**70] * 20, [1] * 70, [2**31] * 2000),
                [draw.choice(WHOLE)],
            ]
        )

    return changed(whole, change)


def _array_bytes(whole, draw):
    magic, tree, arrays = parts_of(whole)
    if arrays:
        arrays = bytearray(arrays)
        for _ in range(draw.randint(1, 16)):
            arrays[draw.randrange(len(arrays))] = draw.choice([0, 1, 127, 128, 255])
    return archive_of(magic, tree, bytes(arrays))


def _array_numbers(whole, draw):
    """Numbers of one array, of its own type, by odd ones."""
    magic, tree, arrays = parts_of(whole)
    described = [holder[key] for holder, key in _places(tree) if key == "array" and isinstance(holder[key], list)]
    described = [array for array in described if math.prod(array[2]) and array[1][1] in "fiu"]
    if described:
        start, kind, shape = draw.choice(described)
        dtype = np.dtype(kind)
        odd = NUMBERS if dtype.kind == "f" else [n for n in WHOLE if np.iinfo(dtype).min <= n <= np.iinfo(dtype).max]
        arrays = bytearray(arrays)
        for _ in range(draw.randint(1, 3)):
            at = start + dtype.itemsize * draw.randrange(math.prod(shape))
            arrays[at : at + dtype.itemsize] = np.array([draw.choice(odd)], dtype).tobytes()
    return archive_of(magic, tree, bytes(arrays))


def _places(tree):
    """Every value inside of a tree: what holds it, and its name or number there."""
    for key in list(tree) if isinstance(tree, dict) else range(len(tree)):
        yield tree, key
        if isinstance(tree[key], dict | list):
            yield from _places(tree[key])


def _some_value(tree, draw):
    holder, key = draw.choice(list(_places(tree)))
    return copy.deepcopy(holder[key])


def _put(tree, draw, value):
    holder, key = draw.choice(list(_places(tree)))
    holder[key] = value


CHANGES = (_any_bytes, _digits, _value, _value, _number, _key, _items, _described, _array_bytes, _array_numbers)
