"""Many requests at once, one at a time for each account, in the order of the source."""

import json
import queue
import threading
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, TextIO, Tuple, Union

from ._client import Answer, CarryoverError, Client
from ._options import check_whole_number


@dataclass(frozen=True)
class Result:
    """The outcome of the request at `number`, from 1, of the source: `answer`, or `error`."""

    number: int
    kind: str
    request: Mapping[str, Any]
    answer: Optional[Answer]
    error: Optional[CarryoverError]


def _calls(client: Client) -> Dict[str, Callable[[Mapping[str, Any]], Answer]]:
    return {
        "notes": client.create_notes,
        "transactions": client.create_transactions,
        "billing-documents": client.create_historical_billing_documents,
        "statements": client.create_historical_statements,
        "payment-instructions": client.create_payment_instruction,
    }


def _account_of(number: int, request: Any) -> Tuple[str, str]:
    named = request if isinstance(request, Mapping) else {}
    supplier, account = named.get("import_supplier"), named.get("external_account_number")
    if not isinstance(supplier, str) or not isinstance(account, str):
        raise TypeError(f"Request {number} of the source names no account.")
    return supplier, account


_Entry = Tuple[int, str, Mapping[str, Any]]


def load_all(
    client: Client,
    source: Iterable[Tuple[str, Mapping[str, Any]]],
    *,
    concurrency: int = 16,
    receipts: Optional[TextIO] = None,
) -> Iterator[Result]:
    """Sends each `(kind, request)` of the source and yields its result as it comes.

    At most `concurrency` accounts are sent at once, from 1 to 1,000, and as many requests are read ahead. Each receipt is written to
    `receipts`, a line of JSON, before its result is yielded.

    The source is read no further once the API key was rejected, an entry is a mistake, such as one with a float, or the source raises.
    The results of what was read before still come; then the exception is raised, if there is one.
    """
    check_whole_number("concurrency", concurrency, 1_000)
    calls = _calls(client)
    results: "queue.Queue[Union[Result, Exception]]" = queue.Queue()
    free = threading.Semaphore(2 * concurrency)
    sending = threading.Semaphore(concurrency)
    lock = threading.Lock()
    waiting: Dict[Tuple[str, str], List[_Entry]] = {}
    rejected: Optional[CarryoverError] = None
    mistake: Optional[Exception] = None
    is_closed = False

    def send(entry: _Entry) -> Union[Result, Exception]:
        nonlocal rejected
        number, kind, request = entry
        # Each further request would be rejected, too.
        if rejected is not None:
            error = CarryoverError(rejected.kind, rejected.detail, status=rejected.status, code=rejected.code, attempts=0)
            return Result(number, kind, request, None, error)
        try:
            return Result(number, kind, request, calls[kind](request), None)
        except CarryoverError as error:
            if error.kind == "not_authenticated":
                rejected = error
            return Result(number, kind, request, None, error)
        # A mistake of the calling program, such as a float: it ends the load.
        except Exception as error:
            return error

    def work(account: Tuple[str, str]) -> None:
        with sending:
            while True:
                with lock:
                    entries = waiting[account]
                    if not entries or is_closed:
                        del waiting[account]
                        return
                    entry = entries.pop(0)
                results.put(send(entry))

    def next_results() -> Iterator[Result]:
        """Yields the next result that comes; nothing if that is a mistake, which is kept."""
        nonlocal mistake
        result = results.get()
        free.release()
        if isinstance(result, Exception):
            mistake = mistake or result
            return
        answer = result.answer
        is_receipted = answer is not None and None not in (answer.import_id, answer.payload_sha256)
        if receipts is not None and is_receipted:
            receipts.write(json.dumps(answer.receipt()) + "\n")
            receipts.flush()
        yield result

    sent = done = 0
    entries_of_source = iter(source)
    try:
        while True:
            try:
                kind, request = next(entries_of_source)
                if kind not in calls:
                    raise ValueError(f"{kind} is not one of {', '.join(calls)}.")
                account = _account_of(sent + 1, request)
            except StopIteration:
                break
            except Exception as error:
                mistake = mistake or error
                break
            while not free.acquire(blocking=False):
                done += 1
                yield from next_results()
            if rejected is not None or mistake is not None:
                break
            sent += 1
            with lock:
                is_new = account not in waiting
                waiting.setdefault(account, []).append((sent, kind, request))
            if is_new:
                threading.Thread(target=work, args=(account,), daemon=True).start()
        while done < sent:
            done += 1
            yield from next_results()
    finally:
        # If the caller ends the load, what is not under way is not sent.
        is_closed = True
    if mistake is not None:
        raise mistake
