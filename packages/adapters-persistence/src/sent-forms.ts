import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { orNull } from './schema/stored-values.ts';
import { query, readRow } from './sql/query.ts';
import { changed, stored } from './sql/store-failure.ts';

const formEnd = t.type({ location: orNull(t.string), message: orNull(t.string) });

/** The page that a sent form led to; `location` is null while its change is not known to be made. */
type FormEnd = Readonly<t.TypeOf<typeof formEnd>>;

/** Forms of the console that were sent, so that each makes its change once (ADR 37). A form is known for a day. */
export type SentForms = {
  /** Notes a form as sent. @returns null if it was not sent before, else its end. */
  readonly begin: (keySha256: string) => Stored<FormEnd | null>;
  readonly end: (keySha256: string, location: string, message: string | null) => Stored<void>;
  /** For a form that was refused and changed nothing: it may be corrected and sent again. */
  readonly forget: (keySha256: string) => Stored<void>;
};

const BEGIN = 'insert into console_form (key_sha256) values ($1) on conflict do nothing returning key_sha256';

export const makePostgresSentForms = (em: EntityManager): SentForms => ({
  begin: (key) =>
    stored(async () => {
      await query(em, "delete from console_form where sent_at < now() - interval '1 day'");
      const isFirst = (await query(em, BEGIN, [key])).length > 0;
      if (isFirst) return null;
      const found = await readRow(em, formEnd, 'select location, message from console_form where key_sha256 = $1', [
        key,
      ]);
      return found ?? { location: null, message: null };
    }),
  end: (key, location, message) =>
    changed(() =>
      query(em, 'update console_form set location = $2, message = $3 where key_sha256 = $1', [key, location, message]),
    ),
  forget: (key) => changed(() => query(em, 'delete from console_form where key_sha256 = $1', [key])),
});
