import type { Stored } from '@carryover/application/ports/store-failure';
import type { Person } from '@carryover/domain/access';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { ADVISORY_LOCKS } from './sql/advisory-locks.ts';
import { query, readRows } from './sql/query.ts';
import { changed, stored } from './sql/store-failure.ts';

/** Of a list of the console; `name` is empty for the columns that the person hides. */
const savedQuery = t.type({ name: t.string, query: t.string });
type SavedQuery = Readonly<t.TypeOf<typeof savedQuery>>;

type Owner = Pick<Person, 'subject' | 'issuer'>;

/** What a person saved of the console's lists: filters by name, and hidden columns. */
type SavedLists = {
  readonly of: (person: Owner, list: string) => Stored<ReadonlyArray<SavedQuery>>;
  /** Saves a query, in place of one of the same name; `isFull` if the person has as many of the list as there may be. */
  readonly save: (person: Owner, list: string, saved: SavedQuery) => Stored<{ readonly isFull: boolean }>;
  readonly remove: (person: Owner, list: string, name: string) => Stored<void>;
};

/** Of a person and a list, with the columns. */
export const MAX_SAVED = 21;

/** One at a time, so that each counts those before it. */
const ALONE = 'select pg_advisory_xact_lock($1)';
const OWN = 'subject = $1 and issuer = $2 and list = $3';
// The columns, of no name, are not counted. A cluster stores nothing if that is a third condition, `or $4 = ''`.
const SAVE = `
  insert into console_list (subject, issuer, list, name, query)
  select $1, $2, $3, $4, $5
  where exists (select from console_list where ${OWN} and name = $4)
    or (select count(*) from console_list where ${OWN} and name <> '' and $4 <> '') < ${MAX_SAVED - 1}
  on conflict (subject, issuer, list, name) do update set query = excluded.query
  returning name`;

export const makePostgresSavedLists = (em: EntityManager): SavedLists => {
  const key = ({ subject, issuer }: Owner, list: string): ReadonlyArray<string> => [subject, issuer ?? '', list];
  return {
    of: (person, list) =>
      stored(() =>
        readRows(em, savedQuery, `select name, query from console_list where ${OWN} order by name limit $4`, [
          ...key(person, list),
          MAX_SAVED,
        ]),
      ),
    save: (person, list, { name, query: saved }) =>
      stored(() =>
        em.fork().transactional(async (transaction) => {
          await query(transaction, ALONE, [ADVISORY_LOCKS.savedLists]);
          return { isFull: (await query(transaction, SAVE, [...key(person, list), name, saved])).length === 0 };
        }),
      ),
    remove: (person, list, name) =>
      changed(() => query(em, `delete from console_list where ${OWN} and name = $4`, [...key(person, list), name])),
  };
};
