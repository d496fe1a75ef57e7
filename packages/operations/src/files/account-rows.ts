import { accountImport } from '@carryover/contract/codecs/account-import';
import type { AccountToImport } from '@carryover/domain/account-import';
import type { CompiledMapping } from '@carryover/files/mapping/compile-mapping';
import { mappedLines } from '@carryover/files/mapping/mapped-lines';
import { readRows } from '@carryover/files/read-rows';
import type { Check, Row } from '@carryover/files/row';
import { emptyFile, ndjsonRows } from '@carryover/files/rows/ndjson';
import { MAX_LINE_BYTES } from '@carryover/files/source/lines';
import type { Source } from '@carryover/files/source/source';
import { csvAccounts } from './account-csv.ts';
import { repeatedAccount } from './account-group.ts';
import { mappedAccounts } from './account-mapping.ts';
import { openSeenKeys, type SeenKeys } from './seen-keys.ts';

const notRepeated =
  (seen: SeenKeys): Check<AccountToImport> =>
  ({ externalAccountNumber }, line) => {
    const before = seen.lineBefore(externalAccountNumber, line);
    return before === null ? null : repeatedAccount(before, 'one line');
  };

/**
 * The accounts of a file (decisions 14, 2): NDJSON, a line each, or CSV, a row a ledger and each account's rows together. An
 * account that occurs again in the file is rejected. With a mapping, the rows of a file of another form become those of CSV.
 */
export async function* readAccountRows(
  source: Source,
  mapping: CompiledMapping | null = null,
): AsyncGenerator<ReadonlyArray<Row<AccountToImport>>> {
  const seen = openSeenKeys();
  try {
    const table = mapping === null ? undefined : mappedAccounts(mapping);
    yield* readRows(mapping === null ? source : { ...source, format: 'csv' }, {
      ndjson: () => ndjsonRows(accountImport, notRepeated(seen)),
      csv: () => csvAccounts(seen, table),
      ...(mapping === null ? {} : { lines: (of: Source, maxBytes: number) => mappedLines(mapping, of, maxBytes) }),
      maxLineBytes: MAX_LINE_BYTES,
      empty: (format) => (format === 'ndjson' ? emptyFile(accountImport) : null),
    });
  } finally {
    seen.close();
  }
}
