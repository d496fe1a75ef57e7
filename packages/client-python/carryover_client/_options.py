"""What a client may be told. A mistake is a TypeError before anything is sent."""

import ipaddress
import re
from typing import Any, Optional
from urllib.parse import SplitResult, urlsplit

# Longer times overflow a timer.
_MAX_S = 2_147_483


def check_whole_number(name: str, value: Any, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise TypeError(f"{name} must be a whole number from 1 to {most}.")


def check_seconds(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= _MAX_S:
        raise TypeError(f"{name} must be a number of seconds, more than 0 and at most {_MAX_S}.")


def _is_loopback(host: str) -> bool:
    """Whether a name or an address is one of this host: what is sent there does not leave it."""
    name = host[:-1] if host.endswith(".") else host
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or address.is_unspecified


def _split(text: Any) -> Optional[SplitResult]:
    """Returns the parts of an http or https address without user, query and fragment; None for anything else."""
    if not isinstance(text, str) or re.search(r"[\s\x00-\x1f\x7f\\?#]", text):
        return None
    try:
        base = urlsplit(text)
        host = base.hostname or ""
        host.encode("idna")
        is_one = base.scheme in ("http", "https") and host != "" and base.port != 0
    except ValueError:
        return None
    return base if is_one and "@" not in base.netloc and base.path.isascii() else None


def checked_address(text: Any, allow_plaintext: bool) -> SplitResult:
    """Returns the parts of the service's address. Raises TypeError if it is none, or is plain HTTP to another host."""
    base = _split(text)
    if base is None:
        raise TypeError("base_url must be an http or https address without user, query and fragment.")
    if base.scheme == "http" and not allow_plaintext and not _is_loopback(base.hostname or ""):
        raise TypeError(
            "base_url is plain HTTP to another host: everybody on the way could read the API key. "
            "Use https, or set allow_plaintext."
        )
    return base
