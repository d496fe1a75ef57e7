"""Sends the transactions of a CSV file to Carryover, account by account."""

import csv
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections import defaultdict

ATTEMPTS = 6
BATCH = 1000
JSON_COLUMNS = ("line_items", "tax_items")


def post(url, body, headers=None):
    """Sends JSON and returns the parsed answer. Sends it again if there is no answer, or if the service is busy."""
    data = json.dumps(body).encode()
    for attempt in range(1, ATTEMPTS + 1):
        request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 500, 502, 503, 504) or attempt == ATTEMPTS:
                raise
            wait = float(error.headers.get("Retry-After", 2**attempt))
        except urllib.error.URLError:
            if attempt == ATTEMPTS:
                raise
            wait = 2**attempt
        time.sleep(wait)


def obtain_token(base_url, api_key):
    """Returns a token, which is valid for an hour."""
    query = "mutation ObtainToken($input: ObtainTokenInput!) { obtainToken(input: $input) { token } }"
    answer = post(f"{base_url}/v1/graphql/", {"query": query, "variables": {"input": {"apiKey": api_key}}})
    if "errors" in answer:
        raise SystemExit(answer["errors"][0]["message"])
    return answer["data"]["obtainToken"]["token"]


def read_accounts(file):
    """Returns the transactions of each account in the order of the file. An empty cell is a field that is left out."""
    accounts = defaultdict(list)
    with open(file, newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            item = {name: json.loads(cell) if name in JSON_COLUMNS else cell for name, cell in row.items() if cell != ""}
            accounts[item.pop("import_supplier"), item.pop("external_account_number")].append(item)
    return accounts


def main(file):
    with open(os.path.join(os.environ.get("DATA_DIR", ".carryover"), "demo.json"), encoding="utf-8") as text:
        demo = json.load(text)
    headers = {"Authorization": f"Token {obtain_token(demo['base_url'], demo['api_key'])}"}
    url = f"{demo['base_url']}/v1/data-import/transactions/create/"
    refused = 0
    for (supplier, account), items in read_accounts(file).items():
        added = existed = 0
        for start in range(0, len(items), BATCH):
            body = {
                "import_supplier": supplier,
                "external_account_number": account,
                "transactions": items[start : start + BATCH],
            }
            try:
                results = post(url, body, headers)["results"]
            except urllib.error.HTTPError as error:
                refused += 1
                answer = json.load(error)
                print(f"{account}: {answer.get('error_detail') or answer.get('detail')}", file=sys.stderr)
                continue
            new = sum(result["status"] == "TRANSACTION_ADDED_TO_ACCOUNT" for result in results)
            added, existed = added + new, existed + len(results) - new
        print(f"{account}: {added} added, {existed} already there")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
