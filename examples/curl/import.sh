#!/bin/sh
# Adds a note and a transaction to the demo's account, and prints the statuses and the number of notes.
set -eu

demo() { sed -n "s/.*\"$1\": \"\(.*\)\".*/\1/p" "${DATA_DIR:-.carryover}/demo.json"; }
URL=$(demo base_url)
ACCOUNT="\"import_supplier\": \"$(demo import_supplier)\", \"external_account_number\": \"$(demo external_account_number)\""

TOKEN=$(curl -sf "$URL/v1/graphql/" -H 'Content-Type: application/json' \
  -d '{"query": "mutation { obtainToken(input: {apiKey: \"'"$(demo api_key)"'\"}) { token } }"}' |
  sed 's/.*"token":"\([^"]*\)".*/\1/')

post() {
  curl -sf "$URL/v1/data-import/$1/" -H "Authorization: Token $TOKEN" -H 'Content-Type: application/json' \
    -d "{$ACCOUNT$2}"
}
statuses() { grep -oE '[A-Z_]+(SUCCESS|ADDED_TO_ACCOUNT|ALREADY_EXISTS)'; }

post notes/create ', "notes": [{"body": "Prefers letters.", "created_at": "2019-10-01T08:30:00Z"}]' | statuses
post transactions/create ', "transactions": [{"transaction_id": "CURL-1", "transaction_date": "2019-10-03",
  "type": "PAYMENT", "amount": "44.00"}]' | statuses
post accounts/summary '' | grep -o '"notes":{[^}]*}'
