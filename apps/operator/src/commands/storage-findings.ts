import type { StorageFinding } from '@carryover/domain/storage-finding';
import { count } from '@carryover/report/figures';
import { type Cell, table, wire } from '@carryover/terminal/output';
import { visible } from '@carryover/terminal/visible';

const WORDS: Readonly<Record<StorageFinding['kind'], string>> = {
  altered: 'altered',
  missing: 'missing',
  extra: 'not accepted',
  payload_altered: 'payload altered',
  record_missing: 'record missing',
  record_altered: 'record altered',
  action_altered: 'operator action altered or removed',
  seal_broken: 'seal broken',
};

/** Longest value in a cell. */
const VALUE_LENGTH = 40;
const shown = (cell: string | null): Cell => {
  if (cell === null) return null;
  const text = visible(cell);
  return text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}…` : text;
};

const HEADINGS = ['FINDING', 'ACCOUNT', 'ENDPOINT', 'IMPORT', 'ITEM', 'FIELD', 'ACCEPTED', 'STORED'];

/** Findings under their headings; those that are not listed are counted. */
export const findingsTable = (findings: ReadonlyArray<StorageFinding>, findingCount: number): string => {
  const rows = findings.map(({ kind, account, endpoint, importId, item, field, accepted, stored }) => [
    WORDS[kind],
    ...[account, endpoint].map(shown),
    importId,
    ...[item, field, accepted, stored].map(shown),
  ]);
  const more = findingCount - findings.length;
  return `${table(HEADINGS, rows, '')}${more > 0 ? `and ${count(more)} more\n` : ''}`;
};

/** The names of decisions 20. */
export const findingJson = (finding: StorageFinding) =>
  wire(finding, 'kind', 'account', 'endpoint', 'importId', 'item', 'field', 'accepted', 'stored');
