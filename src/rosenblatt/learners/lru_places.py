"""Places of a cache with limited room: the least recently used is given to a new owner."""

import numpy as np


class Places:
    """Places in a cache of ``room`` lines, for owners that are numbered from 0.

    ``place`` and ``used`` are arrays that compiled loops may read and write.
    """

    def __init__(self, room: int, n_owners: int) -> None:
        self.room = room
        self.place = np.full(n_owners, -1, np.int32)  # for each owner its place, or −1
        self.used = np.zeros(room, np.int64)  # for each place, the time when it was last used
        self._owners = np.zeros(room, np.uint32)  # for each place, its owner
        self._filled = 0  # places in use, until all are

    def assign(self, owners: np.ndarray) -> np.ndarray:
        """Give places to owners without one: free places, or those that were not used for longest."""
        count = len(owners)
        if self._filled + count <= self.room:
            self._filled += count
            places = np.arange(self._filled - count, self._filled)
        else:
            self._filled = self.room  # those not yet taken have used = 0, and are among the places found here
            places = np.argpartition(self.used, count - 1)[:count]
            self.place[self._owners[places][self.used[places] > 0]] = -1
        self.place[owners], self._owners[places] = places, owners
        self.used[places] = int(self.used.max()) + 1  # marked as latest, so that none of them is replaced
        return places

    def touch(self, places: np.ndarray) -> None:
        """Mark places as used now."""
        self.used[places] = int(self.used.max()) + 1
