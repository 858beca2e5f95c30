"""Guests: people without an account, known by a signed cookie, called by a name of their choice."""

from __future__ import annotations

import hashlib
import logging
import os
import random
import re
import secrets
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from itsdangerous import BadSignature, TimestampSigner

from adjudge.kernel.game import Invalid

KEYS_KEPT: Final = 3
KEY_CHARACTERS: Final = 32
COOKIE_CHARACTERS: Final = 512
NAME_CHARACTERS: Final = 24
FOR_EVER: Final = 2**62  # seconds
LOOK_EVERY: Final = 1.0  # seconds between two looks at the key file

# One spelling for each cookie: base64 as such is read with padding and stray characters too.
COOKIE: Final = re.compile(r"[\w-]+\.[\w-]+\.[\w-]{43}", re.ASCII)

BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters by category only

ADJECTIVES_TEXT: Final = """\
Able Agile Amber Ample Artful Autumn Azure Bold Brave Breezy Bright Brisk Calm Candid Careful
Cheerful Civil Clever Copper Cosy Crisp Curious Daring Dapper Eager Early Easy Fair Fleet Fond
Gentle Gilded Glad Golden Graceful Happy Hardy Honest Jolly Keen Kind Lively Loyal Lucky Mellow
Merry Mighty Modest Nimble Noble Patient Placid Plucky Polite Quick Quiet Ready Silver Steady
Sunny"""
ANIMALS_TEXT: Final = """\
Albatross Alpaca Antelope Auk Avocet Badger Beaver Bison Bittern Bobcat Bunting Caribou Civet
Condor Cormorant Crane Curlew Dolphin Dormouse Dunlin Egret Eider Ermine Falcon Ferret Finch Fox
Gannet Gazelle Gecko Goldfinch Grebe Hare Hedgehog Heron Ibex Ibis Jackdaw Kestrel Kingfisher
Kite Koala Lapwing Lark Linnet Lynx Magpie Marten Moose Newt Ocelot Osprey Otter Owl Panda
Pelican Plover Puffin Swift Wren"""

ADJECTIVES: Final = tuple(ADJECTIVES_TEXT.split())
ANIMALS: Final = tuple(ANIMALS_TEXT.split())

log = logging.getLogger("adjudge.guests")


class Signer(TimestampSigner):
    """Signs with the newest key, at the time of a given clock."""

    def __init__(self, keys: list[str], today: Callable[[], float]) -> None:
        # The file has the newest key first, itsdangerous wants it last.
        super().__init__(
            keys[::-1], salt="adjudge.guest", key_derivation="hmac", digest_method=hashlib.sha256
        )
        self.today = today

    def get_timestamp(self) -> int:
        """Whole seconds since 1970."""
        return int(self.today())


class Keys:
    """The secret keys in a file, one a line: the first signs, all of them verify."""

    def __init__(
        self,
        path: Path,
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], float] = time.time,
    ) -> None:
        """Makes the file if there is none; Invalid if there is one that cannot be used."""
        self.path = path
        self.now = now
        self.today = today
        if not path.exists():
            write_keys(path, [new_key()], first=True)
        self.looked = now()
        self.seen = stamp(path)
        self.signer = Signer(read_keys(path), today)

    def sign(self, guest_id: str) -> str:
        """A cookie that says who this is, and since when."""
        self.look_again()
        cookie = self.signer.sign(guest_id).decode()
        assert COOKIE.fullmatch(cookie), guest_id
        return cookie

    def guest_of(self, cookie: str, max_age: int) -> str | None:
        """Who brings this cookie; None if we did not sign it, or too many seconds ago.

        One from the future is good: we have signed it, and the clock was set back since.
        """
        if len(cookie) > COOKIE_CHARACTERS or not COOKIE.fullmatch(cookie):
            return None
        self.look_again()
        try:
            guest_id, signed = self.signer.unsign(cookie, return_timestamp=True)
        except BadSignature:
            return None
        age = self.today() - signed.timestamp()
        return guest_id.decode() if age <= max_age else None

    def look_again(self) -> None:
        """Takes up a changed file within a second; goes on with the keys it has if it cannot."""
        if self.now() - self.looked < LOOK_EVERY:
            return
        self.looked = self.now()
        found = stamp(self.path)
        if found == self.seen:
            return
        self.seen = found
        try:
            self.signer = Signer(read_keys(self.path), self.today)
        except Invalid as why:
            # An editor may be half way through: nobody is sent away for that.
            log.warning("the keys stay as they were: %s", why)


def rotate(path: Path) -> None:
    """A new key signs from now on; the two before it still verify."""
    write_keys(path, [new_key(), *read_keys(path)][:KEYS_KEPT])


def new_key() -> str:
    """256 random bits as text."""
    return secrets.token_urlsafe(32)


def read_keys(path: Path) -> list[str]:
    """The keys in the file, at least one, or Invalid."""
    try:
        keys = path.read_text(encoding="ascii").split()
    except OSError as why:
        raise Invalid(f"{path}: cannot read the keys: {why.strerror}") from None
    except UnicodeDecodeError:
        raise Invalid(f"{path}: not a file of keys") from None
    if not keys:
        raise Invalid(f"{path}: no key in the file")
    if min(map(len, keys)) < KEY_CHARACTERS:
        raise Invalid(f"{path}: a key has at least {KEY_CHARACTERS} characters")
    return keys


def write_keys(path: Path, keys: list[str], first: bool = False) -> None:
    """The file has the old keys or the new, never half of them, for its owner's eyes only.

    The first keys are those of whoever comes first: workers may start at the same moment.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.unlink(missing_ok=True)
        # The mode is given as the file is made: there is no moment at which others may read it.
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write("".join([f"{key}\n" for key in keys]))
            file.flush()
            os.fsync(file.fileno())
        if not first:
            os.replace(draft, path)
            return
        with suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    except OSError as why:
        raise Invalid(f"{path}: cannot write the keys: {why.strerror}") from None


def stamp(path: Path) -> tuple[int, int, int]:
    """Differs whenever the file was written or replaced; zeros if there is none to look at."""
    try:
        status = path.stat()
    except OSError:
        return (0, 0, 0)
    return (status.st_mtime_ns, status.st_size, status.st_ino)


def new_guest_id() -> str:
    """An id that nobody has had before, nobody can guess, and no command line takes for a flag."""
    while (id := secrets.token_urlsafe(18)).startswith("-"):
        pass
    return id


def friendly_name(rng: random.Random) -> str:
    """Two words for somebody who has not said a name yet, such as Quiet Heron."""
    return f"{rng.choice(ADJECTIVES)} {rng.choice(ANIMALS)}"


def check_name(text: str) -> str:
    """The name as it is shown, in one line that can be read and takes no more room than it says."""
    if len(text) > 10 * NAME_CHARACTERS:  # before any work is put into it
        raise Invalid(f"name: at most {NAME_CHARACTERS} characters")
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not name:
        raise Invalid("name: at least one character")
    if len(name) > NAME_CHARACTERS:
        raise Invalid(f"name: at most {NAME_CHARACTERS} characters")
    kinds = "".join([unicodedata.category(c)[0] for c in name])
    if "C" in kinds or BLANK.intersection(name):
        raise Invalid("name: a character that cannot be shown")
    if kinds.startswith("M") or "ZM" in kinds or "MMMM" in kinds:
        raise Invalid("name: accents without a letter")
    return name
