import { accountImport } from '@carryover/contract/codecs/account-import';
import type { AccountToImport } from '@carryover/domain/account-import';
import type { Check, Row } from '@carryover/files/row';
import type { Source } from '@carryover/files/source/source';
import { csvAccounts } from './account-csv.ts';
import { repeatedAccount } from './account-group.ts';
import { ndjsonRows } from './ndjson.ts';
import { readRows } from './read-rows.ts';
import { makeSeenKeys, type SeenKeys } from './seen-keys.ts';

const notRepeated =
  (seen: SeenKeys): Check<AccountToImport> =>
  ({ externalAccountNumber }, line) => {
    const before = seen.lineBefore(externalAccountNumber, line);
    return before === null ? null : repeatedAccount(before, 'one line');
  };

/**
 * The accounts of a file (decisions 14, 2): NDJSON, a line each, or CSV, a row a ledger and each account's rows together.
 *
 * Rejects an account that occurs again in the file, as far back as {@link makeSeenKeys} remembers; farther
 * apart it is an account like any other. So no million accounts in a row hold one twice.
 */
export const readAccountRows = (source: Source): AsyncGenerator<Row<AccountToImport>> => {
  const seen = makeSeenKeys();
  return readRows(source, { ndjson: ndjsonRows(accountImport, notRepeated(seen)), csv: csvAccounts(seen) });
};
