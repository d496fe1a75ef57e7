import { type ChangedRow, type ImportItems, ITEM_TABLES } from './changed-rows.ts';

export type Finding = Readonly<
  Record<'kind' | 'account' | 'import_id' | 'item' | 'field' | 'accepted' | 'stored', string | null>
>;

/** What an import must have stored follows from these columns of its record. */
const DECISIVE = ['account_id', 'endpoint', 'payload', 'payload_sha256', 'findings', 'received_at', 'commit_position'];

const SETS: ReadonlySet<string> = new Set(['control_total_set', 'control_total', 'control_total_registration']);
const POSITIONS = ['commit_position', 'removed_position', 'erased_position'];

/**
 * What was changed, row by row, and who is accused of it: each change must be named, and each finding must be about a change.
 *
 * An item is named with its account and import. If what its import must have stored is not known any more, because its record was
 * changed or its payload is kept no longer, the import is named.
 */
export const makeAccusations = (
  changed: ReadonlyArray<ChangedRow>,
  imports: ImportItems,
  known: {
    readonly payloads: ReadonlySet<string>;
    readonly records: ReadonlySet<string>;
    readonly sets: ReadonlyMap<string, string>;
    readonly erased: ReadonlySet<string>;
  },
) => {
  const of = (table: string) => changed.filter((one) => one.table === table);
  const decisive = ({ row }: ChangedRow) => JSON.stringify(DECISIVE.map((column) => row[column]));
  const records = Map.groupBy(of('accepted_import'), (one) => one.import!);
  const isUntold = (id: string): boolean => {
    const sides = records.get(id) ?? [];
    const isAlike = sides.length === 2 && decisive(sides[0]!) === decisive(sides[1]!);
    const isChanged = sides.length > 0 && !isAlike;
    return isChanged || !known.payloads.has(id) || of('import_undo').some((one) => one.import === id);
  };
  const actions = of('operator_action');
  const eraseIsChanged = actions.some(({ row }) => row.action === 'account erase') || of('account').length > 0;
  const seals = of('seal').filter(({ side }) => side === 'was');
  /** Only a seal that was changed told of it. */
  const isOfChangedSeal = ({ row }: ChangedRow): boolean =>
    seals.some(({ row: seal }) =>
      POSITIONS.some(
        (column) =>
          row[column] !== null &&
          Number(row[column]) >= Number(seal.from_position) &&
          Number(row[column]) < Number(seal.to_position),
      ),
    );
  /** The same of an item, of which only the record of its import would tell. */
  const isUntellable = (one: ChangedRow): boolean =>
    isOfChangedSeal(one) ||
    (ITEM_TABLES.has(one.table) && isUntold(one.import!) && (records.get(one.import!) ?? []).some(isOfChangedSeal));
  const setNames = ({ item, row }: ChangedRow): ReadonlyArray<unknown> => [item, row.name, known.sets.get(item!)];

  const names =
    (one: ChangedRow) =>
    (finding: Finding): boolean => {
      const { kind, account, import_id, item, stored } = finding;
      if (ITEM_TABLES.has(one.table)) {
        if (import_id !== one.import) return false;
        if (isUntold(one.import!) || !known.records.has(one.import!)) return true;
        return (
          account === one.account &&
          (item === one.item || (kind === 'altered' && one.side === 'is' && stored === one.item))
        );
      }
      if (one.table === 'account') return account === one.account;
      if (one.table === 'erased_total') return account === one.account && (eraseIsChanged || item === one.item);
      if (one.table === 'operator_action') return kind === 'action_altered' && item === one.item;
      if (one.table === 'seal') return kind === 'seal_broken' && item === one.item;
      if (SETS.has(one.table)) return setNames(one).includes(item);
      return one.import === null ? item === one.item : import_id === one.import;
    };

  const explains =
    (finding: Finding) =>
    (one: ChangedRow): boolean => {
      const { account, import_id, item, field } = finding;
      if (names(one)(finding)) return true;
      if (one.table === 'account') return account === one.account;
      if (one.account !== null && one.account === account && import_id === null && known.erased.has(account))
        return true;
      if (ITEM_TABLES.has(one.table)) {
        if (account !== one.account) return false;
        return item === one.item || (import_id === one.import && item === null);
      }
      if (one.table === 'accepted_import' || one.table === 'import_undo') {
        const { payload, items } = imports.get(one.import!)!;
        return item !== null && account === one.account && (items.has(item) || payload.includes(JSON.stringify(item)));
      }
      if (one.table === 'operator_action')
        return field === 'import_undo: no operator action undid it'
          ? one.row.action === 'imports undo'
          : one.row.action === 'account erase' && import_id === null && account === one.row.external_account_number;
      return false;
    };

  return {
    /** Changes that no finding names. */
    unnamed: (findings: ReadonlyArray<Finding>) =>
      changed.filter((one) => !findings.some(names(one)) && !isUntellable(one)),
    /** Findings about what was not changed. */
    unexplained: (findings: ReadonlyArray<Finding>) => findings.filter((finding) => !changed.some(explains(finding))),
  };
};
