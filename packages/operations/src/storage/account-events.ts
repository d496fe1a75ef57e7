import { checkPayload } from '@carryover/adapters-persistence/imports/import-records';
import type { StoredImport, StoredUndo } from '@carryover/adapters-persistence/verification/stored-account';
import * as E from 'fp-ts/lib/Either.js';
import type { AccountToVerify } from './verified-account.ts';

/** The payloads of an account's imports, by id; of one that was removed or changed there is none. */
export const readPayloads = async (imports: ReadonlyArray<StoredImport>) => {
  const texts = new Map<string, string>();
  const altered: { readonly import: StoredImport; readonly found: string | null }[] = [];
  for (const one of imports) {
    if (one.payload === null) continue;
    const text = await checkPayload(one.payload, one.sha256);
    if (E.isRight(text)) texts.set(one.id, text.right);
    else altered.push({ import: one, found: text.left });
  }
  return { texts, altered };
};

/** `undo`: null if its record is missing. */
type Event =
  | { readonly position: bigint; readonly import: StoredImport }
  | { readonly position: bigint; readonly undone: string; readonly undo: StoredUndo | null };

/**
 * Imports and undos in the order in which they were committed.
 *
 * @param undone undos that are missing or were committed at another position: by import, the one that was committed after it.
 */
export const eventsOf = (
  { imports, undos }: AccountToVerify,
  undone: ReadonlyMap<string, bigint>,
): ReadonlyArray<Event> => {
  const known = new Map(undos.map((undo) => [undo.importId, undo]));
  return [
    ...[...undone].map(([id, position]): Event => ({ position, undone: id, undo: known.get(id) ?? null })),
    ...imports.map((one): Event => ({ position: BigInt(one.position), import: one })),
    ...undos
      .filter(({ importId }) => !undone.has(importId))
      .map((undo): Event => ({ position: BigInt(undo.position), undone: undo.importId, undo })),
  ].toSorted((a, b) => Number(a.position - b.position));
};

/**
 * Returns the imports after one without a payload and before its undo: what they found stored is not known any more, so that an item
 * that they do not have may have been there already. The value is the position since which that is so.
 */
export const uncertain = (
  events: ReadonlyArray<Event>,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, bigint> => {
  const imports = new Map<string, bigint>();
  const undone = new Map(events.flatMap((event) => ('undo' in event ? [[event.undone, event.position]] : [])));
  let unknown = { until: -1n, since: 0n };
  for (const event of events) {
    if (!('import' in event)) continue;
    const { id } = event.import;
    const isUncertain = event.position < unknown.until;
    if (texts.has(id) && isUncertain) imports.set(id, unknown.since);
    const until = undone.get(id);
    if (until === undefined || (texts.has(id) && !isUncertain)) continue;
    const own = texts.has(id) ? unknown.since : removedAt(event.import);
    const since = isUncertain && unknown.since < own ? unknown.since : own;
    unknown = { until: until > unknown.until ? until : unknown.until, since };
  }
  return imports;
};

/** Returns the position at which the payload of an import was removed; 0 if it was not because it is kept no longer. */
export const removedAt = ({ payload, removedPosition }: StoredImport): bigint =>
  payload === null && removedPosition !== null ? BigInt(removedPosition) : 0n;
