"""Sealed texts: only a bot with the same key can read them, and nobody can change what lies beside them unnoticed.

AES-256 in GCM. The key lies in a file beside the database. What is sealed is padded to multiples of one length, so that
its length tells nothing.
"""

from __future__ import annotations

import base64
import binascii
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

LENGTH = 32768
"""Bytes of which a sealed text is a multiple; nearly every game fits into one of them."""
_KEY, _NONCE, _SIZE = 32, 12, 4


class SealError(Exception):
    """A sealed text that cannot be opened, or a key that cannot be had; the text says why."""


def key_file(database: Path) -> Path:
    """Where the key of a database lies."""
    return database.with_name(f"{database.name}.key")


def key_beside(database: Path) -> bytes:
    """The key of a database, made when there is none yet. Raises SealError."""
    path = key_file(database)
    try:
        if not path.exists():
            _make(path)
        key = path.read_bytes()
    except OSError as error:
        raise SealError(f"the key {path.name} cannot be read or made: {error.strerror}") from error
    if len(key) != _KEY:
        raise SealError(f"the key {path.name} is damaged; bring it back from a backup, or delete it to get a new one")
    return key


def _make(path: Path) -> None:
    """A new key, whole from the first moment on; whoever was first to make one has made it for all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(secrets.token_bytes(_KEY))
        stream.flush()
        os.fsync(stream.fileno())
    try:
        os.link(beside, path)
    except FileExistsError:
        return
    finally:
        beside.unlink()


def seal(key: bytes, text: bytes, beside: bytes) -> str:
    """`text`, readable only with the key and only beside exactly these bytes."""
    size = len(text) + _SIZE
    padded = len(text).to_bytes(_SIZE, "big") + text + bytes(-size % LENGTH)
    nonce = secrets.token_bytes(_NONCE)
    return base64.b64encode(nonce + AESGCM(key).encrypt(nonce, padded, beside)).decode("ascii")


def unseal(key: bytes, sealed: str, beside: bytes) -> bytes:
    """What `seal` was given. Raises SealError for anything that this key did not seal beside these bytes."""
    try:
        raw = base64.b64decode(sealed, validate=True)
        padded = AESGCM(key).decrypt(raw[:_NONCE], raw[_NONCE:], beside)
    except (binascii.Error, ValueError, InvalidTag) as error:
        raise SealError("it was sealed by another bot, or changed since") from error
    return padded[_SIZE : _SIZE + int.from_bytes(padded[:_SIZE], "big")]
