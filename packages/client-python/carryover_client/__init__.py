"""A client of the Carryover account data-import interface. Needs nothing but Python 3.9.

Requests and answers are dictionaries as the interface has them. Amounts are `decimal.Decimal`, `int` or `str`; a `float` is refused,
because it may not be the number that was meant.
"""

from ._client import Answer, CarryoverError, Client
from ._load import Result, load_all

__all__ = ["Answer", "CarryoverError", "Client", "Result", "load_all"]
