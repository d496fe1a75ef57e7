import { nodeOf } from '@carryover/domain/seal';
import { ALL_SOURCES } from './sources.ts';

/** The place of a change: the position of its transaction, its source, and its record. */
export type Place = { readonly position: string; readonly source: number; readonly id: string };

export const BEGINNING: Place = { position: '0', source: -1, id: '' };
const POSITION = /^\d{1,18}$/;
const ID = { bigint: /^\d{1,19}$/, uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ } as const;

/** @param places that of one server; or one for each node of a cluster. */
export const toCursor = (...places: ReadonlyArray<Place>): string => {
  const values = places.map(({ position, source, id }) => [position, source, id]);
  return Buffer.from(JSON.stringify(values.length === 1 ? values[0] : values)).toString('base64url');
};

const isPlace = ({ position, source, id }: Place): boolean => {
  if (typeof position !== 'string' || typeof id !== 'string' || !POSITION.test(position)) return false;
  if (source === BEGINNING.source) return id === '';
  const of = ALL_SOURCES[source];
  return of !== undefined && ID[of.idType].test(id) && (of.idType === 'uuid' || BigInt(id) < 2n ** 63n);
};

/** Returns the places that a cursor names, at most one for each node; null if it is not one. */
export const placesOf = (cursor: string): ReadonlyArray<Place> | null => {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const values: ReadonlyArray<ReadonlyArray<unknown>> = Array.isArray(value[0]) ? value : [value];
    const places = values.map(([position, source, id]) => ({ position, source, id }) as Place);
    const nodes = new Set(places.map(({ position }) => nodeOf(position)));
    // Written again, it must be the same text: a cursor has one form.
    return places.every(isPlace) && nodes.size === places.length && toCursor(...places) === cursor ? places : null;
  } catch {
    return null;
  }
};

/** The id of a place in a statement that takes one. */
export const idIn = ({ source, id }: Place): string => (source === BEGINNING.source ? '' : id);
