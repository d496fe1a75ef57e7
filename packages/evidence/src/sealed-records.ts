import { namesOf, type SealOwner } from '@carryover/domain/sealed-leaf';
import type { Spools } from '@carryover/files/spool';
import type { ImportRecordLine } from './manifest.ts';
import { makeNameCheck } from './organisation-names.ts';
import type { EvidenceProblem } from './problem.ts';
import type { SealedImport, SealedRecord } from './sealed-record.ts';
import type { SealedTotals } from './sealed-totals.ts';

type Kind = SealedRecord['kind'];
/** A record of the pack's supplier; `record`: null if it is no longer as it was sealed. */
type Found = {
  readonly leaf: number;
  readonly kind: string;
  readonly id: string;
  readonly record: SealedRecord | null;
};
type ActionLine = Readonly<Record<string, unknown>> & { readonly id: string };
type Report = (problem: EvidenceProblem) => void;

/** What is left of a record that an erasure changed. */
const ERASED_AS: Readonly<Record<string, Kind>> = {
  accepted_import: 'erased_import',
  import_undo: 'erased_undo',
  operator_action: 'erased_action',
};

/** What of a pack its seals do not cover. */
export type Uncovered = {
  /** Records of the supplier that have no seal yet. */
  readonly unsealed: number;
  /** Those that have one, made after the seal that was kept. */
  readonly later: number;
  /** Refused requests that are kept no longer. */
  readonly removed: number;
  readonly dryRuns: number;
  /** A sealed operator action tells the ids of the supplier. */
  readonly isOwnerSealed: boolean;
  /** There are import records, and none of them has a seal. */
  readonly isNothingSealed: boolean;
};

const MICROSECONDS = 1_000;
/** As `toISOString` writes it. */
const timeOf = (microseconds: number): string => new Date(Math.floor(microseconds / MICROSECONDS)).toISOString();

/** The values of a line of `imports.ndjson` that follow from sealed records, by name. */
const lineOf = (of: SealedImport, outcome: string, undoneAt: number | null) => ({
  received_at: timeOf(of.receivedAt),
  api_key_prefix: of.apiKeyPrefix,
  endpoint: of.endpoint,
  external_account_number: of.externalAccountNumber,
  outcome,
  item_count: of.itemCount,
  payload_sha256: of.payloadSha256,
  undone_at: undoneAt === null ? null : timeOf(undoneAt),
});

const spoolById = <A extends { readonly id: string }>(spools: Spools) =>
  spools.openSorted<A>({
    key: ({ id }) => [id],
    encode: (item) => JSON.stringify(item),
    // Written by this process.
    decode: (text) => JSON.parse(text),
  });

/** The records of one id, in the order of the ids. */
function* grouped(all: Iterable<Found>): Generator<ReadonlyArray<Found>, void> {
  let group: Found[] = [];
  for (const found of all) {
    if (group.length > 0 && group[0]!.id !== found.id) {
      yield group;
      group = [];
    }
    group.push(found);
  }
  if (group.length > 0) yield group;
}

const OF_ACTIONS: ReadonlySet<string> = new Set(['operator_action', 'erased_action']);
const OF_IMPORTS: ReadonlySet<string> = new Set([
  ...['accepted_import', 'erased_import', 'refused_import', 'import_undo', 'erased_undo', 'removed_payload'],
]);

/** Members of an action in the order of the file. */
const actionLine = (line: Readonly<Record<string, unknown>>): string => {
  const { id: _, performed_at: __, ...rest } = line;
  return JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
const microsecondsOf = (time: unknown): number | null => {
  const [, seconds, fraction = '', zone] = /^(.+T\d\d:\d\d:\d\d)(?:\.(\d+))?(.*)$/.exec(String(time)) ?? [];
  const ms = Date.parse(`${seconds}${zone}`);
  return Number.isNaN(ms) ? null : ms * MICROSECONDS + Number(fraction.padEnd(6, '0'));
};

/**
 * The records of the pack's supplier, as they were sealed: each must be in the file of its kind, as it is there, and nothing else.
 * Kept on disk: there may be any number of them.
 *
 * @param vouched the leaves of the seal that was kept; null: none was.
 */
export const makeSealedRecords = (
  spools: Spools,
  owner: SealOwner,
  vouched: number | null,
  totals: SealedTotals,
  report: Report,
) => {
  const names = makeNameCheck(owner, report);
  const [imports, actions] = [spoolById<Found>(spools), spoolById<Found>(spools)];
  const actionLines = spoolById<ActionLine>(spools);
  let [later, imported, sealedImports, isOwnerSealed] = [0, 0, 0, false];
  let [sealed, removed, unsealed, dryRuns, isSealed, erasures] = [0, 0, 0, 0, false, 0];

  const isNothingSealed = (): boolean => imported > 0 && sealedImports === 0;
  const hiddenFault = (found: Found): void =>
    report({ kind: 'sealed_record_missing', record: found.kind, id: found.id });
  const keep = (found: Found): void => {
    if (OF_IMPORTS.has(found.kind)) imports.add(found);
    else if (OF_ACTIONS.has(found.kind)) actions.add(found);
    else if (found.record === null) hiddenFault(found);
  };

  /** Reports what a group of one id cannot be. */
  const judgeGroup = (group: ReadonlyArray<Found>): void => {
    const kinds = group.map(({ kind }) => kind);
    for (const found of group) {
      if (found.leaf >= sealed) unsealed += 1;
      else if (found.leaf >= (vouched ?? 0)) later += 1;
      if (kinds.indexOf(found.kind) !== kinds.lastIndexOf(found.kind))
        report({ kind: 'sealed_twice', record: found.kind, id: found.id });
      if (found.record !== null) continue;
      if (found.kind === 'refused_import') removed += 1;
      else if (!group.some(({ kind, record }) => record !== null && kind === ERASED_AS[found.kind])) hiddenFault(found);
    }
  };
  const recordOf = <K extends Kind>(group: ReadonlyArray<Found>, ...kinds: ReadonlyArray<K>) =>
    kinds
      .map((kind) => group.find((found) => found.kind === kind)?.record)
      .find((record): record is SealedRecord & { readonly kind: K } => record !== null && record !== undefined);

  const judgeImport = (group: ReadonlyArray<Found>, line: ImportRecordLine | null): void => {
    judgeGroup(group);
    if (group.some(({ leaf }) => leaf < sealed)) sealedImports += 1;
    const { id } = group[0]!;
    const accepted = recordOf(group, 'erased_import', 'accepted_import');
    const found = accepted ?? recordOf(group, 'refused_import');
    const undo = recordOf(group, 'erased_undo', 'import_undo');
    const isUndone = group.some(({ kind }) => kind === 'import_undo' || kind === 'erased_undo');
    if (found === undefined) {
      if (line !== null) report({ kind: 'record_not_sealed', id });
      return;
    }
    if (accepted !== undefined && !isUndone) totals.stored(accepted.of);
    if (line === null) {
      report({ kind: 'record_removed', record: found.kind, id });
      return;
    }
    const expected = lineOf(found.of, accepted === undefined ? 'refused' : 'accepted', undo?.at ?? null);
    for (const name of Object.keys(expected) as ReadonlyArray<keyof typeof expected>)
      if (expected[name] !== line[name]) report({ kind: 'record_altered', id, field: name });
    const removedAt = recordOf(group, 'removed_payload')?.at ?? null;
    const isErased = accepted?.kind === 'erased_import';
    if (!isErased && line.payload_removed_at !== (removedAt === null ? null : timeOf(removedAt)))
      report({ kind: 'record_altered', id, field: 'payload_removed_at' });
  };

  const judgeAction = (group: ReadonlyArray<Found>, line: ActionLine | null): void => {
    judgeGroup(group);
    const { id } = group[0]!;
    const found = recordOf(group, 'erased_action', 'operator_action');
    if (found === undefined) return;
    if (line === null) {
      report({ kind: 'record_removed', record: found.kind, id });
      return;
    }
    const { performedAt, organisation, organisationId, supplierId, rest } = found.of;
    names.take(id, found.of);
    if (actionLine(line) !== actionLine(rest) || microsecondsOf(line.performed_at) !== performedAt)
      report({ kind: 'record_altered', id, field: 'operator action' });
    // Release 1.0.0 sealed an action without ids, if the organisation had another name by then. It may have taken its own back since.
    const mayLackIds = owner.formerNames.length > 0 && namesOf(owner).includes(organisation);
    if (organisationId === null && supplierId === null && mayLackIds) return;
    if (organisationId !== owner.organisationId || supplierId !== owner.supplierId)
      report({ kind: 'owner_differs', id });
    else if (group.some(({ leaf }) => leaf < sealed)) isOwnerSealed = true;
  };

  return {
    add: (leaf: number, record: SealedRecord): void => {
      keep({ leaf, kind: record.kind, id: record.id, record });
      if (record.kind === 'control_total_registration') totals.registered(leaf, record.of);
      if (record.kind !== 'erased_account') return;
      erasures += 1;
      totals.erased(record.of.externalAccountNumber, record.of.totals ?? []);
    },
    addHidden: (leaf: number, kind: string, id: string): void => keep({ leaf, kind, id, record: null }),
    /** The number of leaves that have a seal is known. */
    begin: (count: { readonly seals: number; readonly sealed: number }): void => {
      sealed = count.sealed;
      isSealed = count.seals > 0;
      totals.begin(isSealed, erasures > 0);
    },
    /** Compares the lines of `imports.ndjson`, in the order of the ids. */
    imports: () => {
      const groups = grouped(imports.sorted());
      let head = groups.next();
      const before = (id: string): void => {
        for (; head.done !== true && head.value[0]!.id < id; head = groups.next()) judgeImport(head.value, null);
      };
      return {
        record: (line: ImportRecordLine): void => {
          if (line.outcome === 'dry_run') dryRuns += 1;
          else imported += 1;
          if (!isSealed) return;
          before(line.id);
          if (head.done !== true && head.value[0]!.id === line.id) {
            judgeImport(head.value, line);
            head = groups.next();
          } else if (line.outcome !== 'dry_run') report({ kind: 'record_not_sealed', id: line.id });
        },
        end: (): void => {
          before('~');
          // The records may be passed for those of another supplier in what the seal vouches for.
          if (vouched !== null && isNothingSealed()) report({ kind: 'nothing_sealed' });
        },
      };
    },
    actionLine: (line: ActionLine): void => actionLines.add(line),
    /** Compares the lines of `operator-actions.ndjson`, once all were taken. */
    endActions: (): void => {
      if (!isSealed) return;
      const groups = grouped(actions.sorted());
      let head = groups.next();
      let latest = '';
      for (const line of actionLines.sorted()) {
        for (; head.done !== true && head.value[0]!.id < line.id; head = groups.next()) judgeAction(head.value, null);
        if (head.done !== true && head.value[0]!.id === line.id) {
          judgeAction(head.value, line);
          head = groups.next();
        } else report({ kind: line.id === latest ? 'record_repeated' : 'record_not_sealed', id: line.id });
        latest = line.id;
      }
      for (; head.done !== true; head = groups.next()) judgeAction(head.value, null);
      names.end();
    },
    uncovered: (): Uncovered => ({
      unsealed,
      later,
      removed,
      dryRuns,
      isOwnerSealed,
      isNothingSealed: isNothingSealed(),
    }),
  };
};
export type SealedRecords = ReturnType<typeof makeSealedRecords>;
