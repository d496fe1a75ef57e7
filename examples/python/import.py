"""Sends the transactions of a CSV file to Carryover, account by account."""

import csv
import json
import os
import sys
from collections import Counter, defaultdict

from carryover_client import Client, load_all

BATCH = 1000
JSON_COLUMNS = ("line_items", "tax_items")


def read_requests(file):
    """Yields the requests of each account, its transactions in the order of the file. An empty cell is a field that is left out."""
    accounts = defaultdict(list)
    with open(file, newline="", encoding="utf-8-sig") as rows:
        for row in csv.DictReader(rows):
            # Numbers in nested fields stay as they are written.
            item = {
                name: json.loads(cell, parse_float=str) if name in JSON_COLUMNS else cell
                for name, cell in row.items()
                if cell != ""
            }
            accounts[item.pop("import_supplier"), item.pop("external_account_number")].append(item)
    for (supplier, account), items in accounts.items():
        named = {"import_supplier": supplier, "external_account_number": account}
        for start in range(0, len(items), BATCH):
            yield "transactions", {**named, "transactions": items[start : start + BATCH]}


def main(file):
    with open(os.path.join(os.environ.get("DATA_DIR") or ".carryover", "demo.json"), encoding="utf-8") as text:
        demo = json.load(text)
    client = Client(demo["base_url"], demo["api_key"])
    refused = 0
    for result in load_all(client, read_requests(file), concurrency=1):
        account = result.request["external_account_number"]
        if result.error is None:
            statuses = Counter(one["status"] for one in result.answer.body["results"])
            added, existed = statuses["TRANSACTION_ADDED_TO_ACCOUNT"], statuses["TRANSACTION_ALREADY_EXISTS"]
            print(f"{account}: {added} added, {existed} already there")
        elif result.error.may_be_stored:
            raise SystemExit(f"{account}: no answer ({result.error.detail}). Run it again: nothing is stored twice.")
        else:
            refused += 1
            print(f"{account}: {result.error.detail}", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
