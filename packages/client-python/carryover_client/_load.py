"""Many requests at once, one at a time for each account, in the order of the source."""

import json
import queue
import threading
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, TextIO, Tuple, Union

from ._client import Answer, CarryoverError, Client


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


_Entry = Tuple[int, str, Mapping[str, Any]]


def load_all(
    client: Client,
    source: Iterable[Tuple[str, Mapping[str, Any]]],
    *,
    concurrency: int = 16,
    receipts: Optional[TextIO] = None,
) -> Iterator[Result]:
    """Sends each `(kind, request)` of the source and yields its result as it comes.

    At most `concurrency` accounts are sent at once, and as many requests are read ahead. Each receipt is written to `receipts`, a line of
    JSON, before its result is yielded. Ends after the result of a request whose API key was rejected, since each further one would be.
    """
    calls = _calls(client)
    results: "queue.Queue[Union[Result, Exception]]" = queue.Queue()
    free = threading.Semaphore(2 * concurrency)
    sending = threading.Semaphore(concurrency)
    lock = threading.Lock()
    waiting: Dict[Tuple[str, str], List[_Entry]] = {}

    def send(entry: _Entry) -> Union[Result, Exception]:
        number, kind, request = entry
        try:
            return Result(number, kind, request, calls[kind](request), None)
        except CarryoverError as error:
            return Result(number, kind, request, None, error)
        # A mistake of the calling program, such as a float: it ends the load.
        except Exception as error:
            return error

    def work(account: Tuple[str, str]) -> None:
        with sending:
            while True:
                with lock:
                    entries = waiting[account]
                    if not entries:
                        del waiting[account]
                        return
                    entry = entries.pop(0)
                results.put(send(entry))

    def finished(result: Union[Result, Exception]) -> Result:
        free.release()
        if isinstance(result, Exception):
            raise result
        if receipts is not None and result.answer is not None and result.answer.import_id is not None:
            receipts.write(json.dumps(result.answer.receipt()) + "\n")
            receipts.flush()
        return result

    def is_rejected(result: Result) -> bool:
        return result.error is not None and result.error.kind == "not_authenticated"

    sent = done = 0
    for kind, request in source:
        if kind not in calls:
            raise ValueError(f"{kind} is not one of {', '.join(calls)}.")
        while not free.acquire(blocking=False):
            done += 1
            result = finished(results.get())
            yield result
            if is_rejected(result):
                return
        sent += 1
        account = (request["import_supplier"], request["external_account_number"])
        with lock:
            is_new = account not in waiting
            waiting.setdefault(account, []).append((sent, kind, request))
        if is_new:
            threading.Thread(target=work, args=(account,), daemon=True).start()
    while done < sent:
        done += 1
        result = finished(results.get())
        yield result
        if is_rejected(result):
            return
