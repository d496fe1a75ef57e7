import { isWellFormed } from '@carryover/domain/text';
import { Cursor } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { textThat } from '../../schema/stored-values.ts';

/** A part of a list that the entity manager read by a cursor. */
export type Found<Entity> = {
  readonly items: ReadonlyArray<Entity>;
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
};

/** Values in cursors. Clients send them, so they must not contain what PostgreSQL cannot store. */
export const int = t.refinement(t.Int, (value) => value >= 0 && value < 2 ** 31);
export const storable = textThat('text', isWellFormed);
export const hash = textThat('a hash', (text) => /^\\x([0-9a-f]{2})*$/.test(text));

/** Returns true if a text is a cursor with this content. */
export const isCursor = (content: t.Mixed, text: string): boolean => {
  try {
    return content.is(Cursor.decode(text));
  } catch {
    return false;
  }
};

/** Returns the items of a part, and where the next one begins; null on the last one. */
export const toPart = <Entity, A>({ items, hasNextPage, endCursor }: Found<Entity>, toItem: (one: Entity) => A) => ({
  items: items.map(toItem),
  next: hasNextPage ? endCursor : null,
});
