"""Requests: encoding, tokens, sending again, and what an answer means."""

import email.utils
import hashlib
import http.client
import json
import random
import re
import selectors
import threading
import time
import uuid
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple
from urllib.parse import urlencode

from ._options import check_seconds, check_whole_number, checked_address

_KINDS = {
    400: "validation",
    401: "not_authenticated",
    404: "not_found",
    405: "rejected",
    413: "rejected",
    415: "rejected",
    429: "throttled",
    500: "unexpected",
    503: "unavailable",
}
# What a status means that comes from something between the client and the service.
_KINDS_OF_OTHERS = {408: "unavailable", 413: "rejected", 425: "unavailable", 429: "throttled"}
_KINDS_OF_OTHERS.update({502: "unavailable", 503: "unavailable", 504: "unavailable"})

# Codes with which the service says that nothing was stored, though the status alone does not.
_NOTHING_STORED = {"service_unavailable", "payment_vendor_unavailable"}
_RETRIED = {"network", "throttled", "unavailable", "unexpected", "protocol"}

_FIRST_WAIT_S, _MAX_WAIT_S = 0.5, 10.0
# A token is renewed in the last tenth of its lifetime, at most this long before its end.
_TOKEN_MARGIN_S = 60.0

_OBTAIN_TOKEN = "mutation ObtainToken($input: ObtainTokenInput!) { obtainToken(input: $input) { token expiresAt } }"


class CarryoverError(Exception):
    """A failed call. `code` is the reason, machine-readable; `errors` has `detail`, `code` and `attr` of each error.

    `may_be_stored` is true if the service has not said to each attempt that nothing was stored: then send the same request again, but
    for transactions with `check_previously_added=False`.
    """

    def __init__(
        self,
        kind: str,
        detail: str,
        *,
        status: Optional[int] = None,
        code: Optional[str] = None,
        errors: Tuple[Mapping[str, Any], ...] = (),
        request_id: Optional[str] = None,
        transaction_data: Optional[Mapping[str, Any]] = None,
        may_be_stored: bool = False,
        retry_after_s: float = 0.0,
        attempts: int = 1,
    ) -> None:
        super().__init__(f"{code or kind}: {detail}")
        self.kind, self.detail, self.status, self.code, self.errors = kind, detail, status, code, errors
        self.request_id, self.transaction_data = request_id, transaction_data
        self.may_be_stored, self.retry_after_s, self.attempts = may_be_stored, retry_after_s, attempts


@dataclass(frozen=True)
class Answer:
    """The body of a success, and its receipt: keep both members of it to prove later what was accepted."""

    body: Any
    import_id: Optional[str] = None
    payload_sha256: Optional[str] = None

    def receipt(self) -> Dict[str, Optional[str]]:
        """Returns a line of a receipts file, as `evidence verify --receipts` reads it."""
        return {"import_id": self.import_id, "sha256": self.payload_sha256}


def _exact(value: Any) -> Any:
    """Returns a value as JSON has it; a decimal as a string. Raises TypeError for a float."""
    if isinstance(value, float):
        raise TypeError(f"{value!r} is a float, which may not be the amount that was meant. Use decimal.Decimal or str.")
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise TypeError(f"{value} is not an amount.")
        return format(value, "f")
    if isinstance(value, Mapping):
        return {key: _exact(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_exact(member) for member in value]
    return value


def encode(value: Any) -> bytes:
    """Returns JSON in UTF-8. Half of a surrogate pair is written as JSON has it, for the service to refuse it."""
    text = json.dumps(_exact(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


@dataclass(frozen=True)
class _Response:
    status: int
    headers: Any
    text: str

    def header(self, name: str) -> Optional[str]:
        return self.headers.get(name)

    def json(self) -> Any:
        try:
            return json.loads(self.text, parse_float=Decimal)
        except (ValueError, RecursionError):
            return None


def _time_of(date: Optional[str]) -> Optional[float]:
    """Returns the time of an HTTP date, in seconds since 1970; None if it is none. Any other date may be one of a local clock."""
    text = (date or "").strip()
    if not text.endswith(" GMT"):
        return None
    try:
        return email.utils.parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _server_time(response: _Response) -> float:
    """Returns the server's time of a response, so that a wrong local clock does no harm; ours if it is missing."""
    sent_at = _time_of(response.header("Date"))
    return time.time() if sent_at is None else sent_at


def _retry_after_s(response: _Response) -> float:
    text = (response.header("Retry-After") or "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    until = _time_of(text)
    return 0.0 if until is None else max(0.0, until - _server_time(response))


def _member(value: Any, key: str) -> Any:
    """Returns what is at a key of an object; None if there is nothing."""
    return value.get(key) if isinstance(value, dict) else None


def _text(value: Any, key: str) -> Optional[str]:
    """Returns the text at a key of an object; None if there is none."""
    member = _member(value, key)
    return member if isinstance(member, str) else None


# The transactions endpoint's own 400: its `error_detail` begins with the code and a colon.
_OF_TRANSACTIONS = re.compile(r"([a-z][a-z0-9_]*): (.*)", re.DOTALL)


def _said(response: _Response) -> Tuple[str, Optional[str], Tuple[Mapping[str, Any], ...], Optional[Mapping[str, Any]]]:
    """Returns detail, code, errors and transaction. The code is None if something else than the service has answered."""
    body = response.json()
    if not isinstance(body, dict):
        return "", None, (), None
    text = _text(body, "error_detail")
    if response.status == 400 and body.get("status") == "TRANSACTION_IMPORT_ERROR" and text is not None:
        found = _OF_TRANSACTIONS.fullmatch(text)
        code, said = found.groups() if found else (None, text)
        transaction = body.get("transaction_data")
        return said, code, (), transaction if isinstance(transaction, dict) else None
    detail, errors = _text(body, "detail"), body.get("errors")
    if detail is None or not isinstance(errors, list):
        return detail or "", None, (), None
    return detail, _text(body, "code"), tuple(one for one in errors if _text(one, "code") is not None), None


def _kind_of(status: int, code: Optional[str]) -> str:
    if code == "payment_vendor_unavailable":
        return "unavailable"
    kind = None if code is None else _KINDS.get(status)
    return kind or _KINDS_OF_OTHERS.get(status) or ("unexpected" if status >= 500 else "protocol")


def _failure(response: _Response) -> CarryoverError:
    status = response.status
    detail, code, errors, transaction = _said(response)
    return CarryoverError(
        _kind_of(status, code),
        detail or f"The answer has status {status} and no explanation.",
        status=status,
        code=code,
        errors=errors,
        request_id=response.header("X-Request-Id"),
        transaction_data=transaction,
        # Only the service itself can say that nothing was stored.
        may_be_stored=code is None or status not in _KINDS or (status >= 500 and code not in _NOTHING_STORED),
        retry_after_s=_retry_after_s(response),
    )


def _is_list_of(sent: List[Any], value: Any) -> bool:
    """Whether there is an object for each item that was sent."""
    is_whole = isinstance(value, list) and len(value) == len(sent)
    return is_whole and all(isinstance(one, dict) for one in value)


def _are_results_of(sent: List[Any], results: Any) -> bool:
    """Whether there is a result, which says its status, for each item that was sent."""
    return _is_list_of(sent, results) and all(_text(one, "status") is not None for one in results)


def _is_success(endpoint: str, request: Mapping[str, Any], response: _Response) -> bool:
    """Whether a response is what the endpoint answers: any other one leaves open what was stored."""
    body = response.json()
    if endpoint == "notes/create":
        return response.status == 201 and _are_results_of(request["notes"], body)
    if endpoint == "historical-billing-documents/create":
        return response.status == 201 and response.text == ""
    if not isinstance(body, dict):
        return False
    if endpoint == "transactions/create":
        return response.status == 201 and _are_results_of(request["transactions"], body.get("results"))
    if endpoint == "historical-statements/create":
        return response.status in (200, 201) and _is_list_of(request["statements"], body.get("statements"))
    if endpoint == "payment-instruction/create":
        return response.status == 201 and _text(body, "service_account_number") is not None
    if endpoint == "control-totals/register":
        return response.status == 201 and body.get("set") == request["set"] and _text(body, "sha256") is not None
    if response.status != 200:
        return False
    if endpoint.endswith("/validate"):
        return isinstance(body.get("valid"), bool) and isinstance(body.get("errors"), list)
    if endpoint == "control-totals/compare":
        return isinstance(body.get("agree"), bool) and isinstance(body.get("differences"), list)
    has_items = request.get("list") is None or isinstance(body.get("items"), list)
    return isinstance(body.get("ledgers"), list) and has_items


def _has_ended(sock: Any) -> bool:
    """Whether the other side has closed an idle connection, on which nothing else can come: a request there gets no answer."""
    with selectors.DefaultSelector() as selector:
        selector.register(sock, selectors.EVENT_READ)
        return len(selector.select(0)) > 0


@dataclass(frozen=True)
class _Token:
    value: str
    # On the clock of `time.monotonic`.
    renew_at: float


def _no_token(response: _Response) -> CarryoverError:
    status, errors = response.status, _member(response.json(), "errors")
    first = errors[0] if isinstance(errors, list) and errors else None
    code = _text(_member(first, "extensions"), "code")
    kind = _kind_of(status, code) if status in (408, 429) or status >= 500 else "protocol"
    message = _text(first, "message") or f"the answer of /v1/graphql/ has status {status} and is not the service's"
    return CarryoverError(
        "not_authenticated" if code == "authentication_failed" else kind,
        f"No token: {message}",
        status=status,
        code=code,
        request_id=response.header("X-Request-Id"),
        retry_after_s=_retry_after_s(response),
    )


def _life_s(expires_at: Any, response: _Response) -> float:
    """Returns how long a token lives, from two times of the server; 0 or less if they do not say it."""
    if not isinstance(expires_at, str) or not expires_at.endswith("Z"):
        return 0.0
    try:
        return datetime.fromisoformat(expires_at[:-1] + "+00:00").timestamp() - _server_time(response)
    except (ValueError, OverflowError):
        return 0.0


def _token_of(response: _Response) -> _Token:
    """Returns the token of an answer. If its times do not say how long it lives, it is used until it is refused."""
    obtained = _member(_member(response.json(), "data"), "obtainToken")
    value = _text(obtained, "token")
    if response.status != 200 or value is None:
        raise _no_token(response)
    life_s = _life_s(_member(obtained, "expiresAt"), response)
    if life_s <= 0:
        return _Token(value, float("inf"))
    return _Token(value, time.monotonic() + life_s - min(_TOKEN_MARGIN_S, life_s / 10))


@dataclass
class Client:
    """A service and an API key. May be used by several threads at once; each has a connection of its own."""

    base_url: str
    api_key: str = field(repr=False)
    max_attempts: int = 8
    # Of one attempt, in seconds.
    timeout_s: float = 30.0
    # A UUID that is the same for all requests of one load: the console lists and undoes their imports together.
    load_id: Optional[str] = None
    # True to send the API key over plain HTTP to another host, where everybody on the way can read it.
    allow_plaintext: bool = False
    # Of a whole call, in seconds, with its token, attempts and waits.
    deadline_s: float = 60.0
    _token: Optional[_Token] = field(default=None, init=False, repr=False)
    _lock: Any = field(default_factory=threading.Lock, init=False, repr=False)
    _local: Any = field(default_factory=threading.local, init=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.api_key, str) or self.api_key == "":
            raise TypeError("api_key must be a text.")
        if not isinstance(self.allow_plaintext, bool):
            raise TypeError("allow_plaintext must be True or False.")
        checked_address(self.base_url, self.allow_plaintext)
        check_whole_number("max_attempts", self.max_attempts, 1_000)
        check_seconds("timeout_s", self.timeout_s)
        check_seconds("deadline_s", self.deadline_s)
        if self.load_id is not None:
            try:
                self.load_id = str(uuid.UUID(self.load_id))
            except (ValueError, AttributeError, TypeError):
                raise TypeError("load_id must be a UUID.") from None

    def create_notes(self, request: Mapping[str, Any]) -> Answer:
        return self._call("notes/create", request)

    def create_transactions(
        self,
        request: Mapping[str, Any],
        *,
        check_previously_added: Optional[bool] = None,
        force_add_to_current_statement: Optional[bool] = None,
    ) -> Answer:
        query = _flags(check_previously_added, force_add_to_current_statement)
        return self._call("transactions/create", request, query, "each_time" if check_previously_added is False else "once")

    def create_historical_billing_documents(self, request: Mapping[str, Any]) -> Answer:
        """May fail with `historical_billing_documents_already_imported` after an attempt whose answer was lost."""
        return self._call("historical-billing-documents/create", request)

    def create_historical_statements(self, request: Mapping[str, Any]) -> Answer:
        return self._call("historical-statements/create", request)

    def create_payment_instruction(self, request: Mapping[str, Any]) -> Answer:
        return self._call("payment-instruction/create", request)

    def validate(self, kind: str, request: Mapping[str, Any]) -> Answer:
        """Asks what `create` would answer. `kind` is the name in the path, such as `notes`."""
        return self._call(f"{kind}/validate", request, stores="nothing")

    def account_summary(self, request: Mapping[str, Any]) -> Answer:
        return self._call("accounts/summary", request, stores="nothing")

    def compare_control_totals(self, request: Mapping[str, Any]) -> Answer:
        return self._call("control-totals/compare", request, stores="nothing")

    def register_control_totals(self, request: Mapping[str, Any]) -> Answer:
        return self._call("control-totals/register", request)

    def _call(
        self,
        endpoint: str,
        request: Mapping[str, Any],
        query: Optional[Mapping[str, str]] = None,
        stores: str = "once",
    ) -> Answer:
        """Makes a call. `stores`: the effect of serving the request, and of serving it again: `nothing`, `once` or `each_time`."""
        body = encode(request)
        path = f"/v1/data-import/{endpoint}/" + (f"?{urlencode(query)}" if query else "")
        of_load = {} if self.load_id is None else {"Carryover-Load-Id": self.load_id}
        until = time.monotonic() + self.deadline_s
        is_sent = True

        def read(response: _Response) -> Answer:
            if response.status >= 300:
                raise _failure(response)
            answer = Answer(response.json(), response.header("X-Import-Id"), response.header("X-Payload-SHA256"))
            is_receipt = answer.payload_sha256 in (None, hashlib.sha256(body).hexdigest())
            if _is_success(endpoint, request, response) and is_receipt:
                return answer
            detail = f"The answer, of status {response.status}, is not what this endpoint answers to this request."
            request_id = response.header("X-Request-Id")
            raise CarryoverError("protocol", detail, status=response.status, request_id=request_id, may_be_stored=True)

        def send(token: str) -> Answer:
            try:
                return read(self._post(path, body, {"Authorization": f"Token {token}", **of_load}, until))
            except CarryoverError as error:
                error.may_be_stored = error.may_be_stored and stores != "nothing"
                raise

        def attempt(may_renew: bool = True) -> Answer:
            nonlocal is_sent
            is_sent = False
            token, is_new = self._current_token(until)
            is_sent = True
            try:
                return send(token)
            except CarryoverError as error:
                is_refused = error.status == 401 and error.code == "authentication_failed"
                # A token that has just been obtained and is refused too is not the token's fault.
                if not is_refused or is_new or not may_renew:
                    raise
            self._forget(token)
            return attempt(may_renew=False)

        def is_safe(error: CarryoverError) -> bool:
            # If something else than the service answers the request for a token, nothing was sent, and the address is wrong.
            if not is_sent:
                return error.kind != "protocol"
            return stores != "each_time" or not error.may_be_stored

        return self._repeat(attempt, is_safe, until)

    def _repeat(self, attempt: Callable[[], Answer], is_safe: Callable[[CarryoverError], bool], until: float) -> Answer:
        may_be_stored = False
        for number in range(1, self.max_attempts + 1):
            try:
                return attempt()
            except CarryoverError as error:
                may_be_stored = error.may_be_stored = may_be_stored or error.may_be_stored
                error.attempts = number
                spread = random.random() * min(_MAX_WAIT_S, _FIRST_WAIT_S * 2 ** (number - 1))
                wait_s = error.retry_after_s + spread
                is_last = number == self.max_attempts or error.kind not in _RETRIED or not is_safe(error)
                if is_last or time.monotonic() + wait_s >= until:
                    raise
            time.sleep(wait_s)
        raise AssertionError("The last attempt has returned or raised.")

    def _late(self) -> CarryoverError:
        return CarryoverError("deadline", f"Not done within {self.deadline_s} s.")

    def _current_token(self, until: float) -> Tuple[str, bool]:
        """Returns the token, and whether it was obtained now."""
        # Another thread may be waiting for the answer to its request.
        if not self._lock.acquire(timeout=max(0.0, until - time.monotonic())):
            raise self._late()
        try:
            kept = self._token
            if kept is not None and time.monotonic() < kept.renew_at:
                return kept.value, False
            token = self._token = self._obtain_token(until)
            return token.value, True
        finally:
            self._lock.release()

    def _forget(self, token: str) -> None:
        """Discards a token that was refused; at worst also a newer one, since it does not wait for a thread that obtains one."""
        kept = self._token
        if kept is not None and kept.value == token:
            self._token = None

    def _obtain_token(self, until: float) -> _Token:
        body = encode({"query": _OBTAIN_TOKEN, "variables": {"input": {"apiKey": self.api_key}}})
        return _token_of(self._post("/v1/graphql/", body, {}, until, stores=False))

    def _connection(self) -> Tuple[http.client.HTTPConnection, str]:
        """Takes the connection of this thread, or a new one, and returns it with the path of the service."""
        base = checked_address(self.base_url, self.allow_plaintext)
        # It is kept again once its answer has been read, so that nothing else is ever sent behind half of an exchange.
        kept = getattr(self._local, "connection", None)
        self._local.connection = None
        if kept is not None:
            return kept, base.path.rstrip("/")
        is_tls = base.scheme == "https"
        kind = http.client.HTTPSConnection if is_tls else http.client.HTTPConnection
        # Without a port, the end of an IPv6 address would be taken for one.
        port = base.port or (443 if is_tls else 80)
        return kind(base.hostname or "", port), base.path.rstrip("/")

    def _post(self, path: str, body: bytes, headers: Mapping[str, str], until: float, stores: bool = True) -> _Response:
        """Sends one request on the connection of this thread. Redirects are not followed."""
        started_at = time.monotonic()
        if started_at >= until:
            raise self._late()
        ends_at = min(started_at + self.timeout_s, until)

        def left_s() -> float:
            # A time-out of 0 would mean not to wait at all.
            return max(0.001, ends_at - time.monotonic())

        connection, base_path = self._connection()
        was_sent = False
        try:
            if connection.sock is not None and _has_ended(connection.sock):
                connection.close()
            if connection.sock is None:
                connection.timeout = left_s()
                connection.connect()
            was_sent = True
            connection.sock.settimeout(left_s())
            every = {"Content-Type": "application/json", "Accept": "application/json", **headers}
            connection.request("POST", base_path + path, body, every)
            connection.sock.settimeout(left_s())
            response = connection.getresponse()
            text = response.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            kind = "network" if time.monotonic() < until else "deadline"
            raise CarryoverError(kind, str(error) or type(error).__name__, may_be_stored=was_sent and stores) from error
        self._local.connection = connection
        return _Response(response.status, response.headers, text)


def _flags(check: Optional[bool], force: Optional[bool]) -> Dict[str, str]:
    given = {"check_previously_added": check, "force_add_to_current_statement": force}
    for name, value in given.items():
        if value is not None and not isinstance(value, bool):
            raise TypeError(f"{name} must be True or False.")
    return {name: str(value).lower() for name, value in given.items() if value is not None}
