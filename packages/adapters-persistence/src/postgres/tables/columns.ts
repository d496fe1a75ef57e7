import { p } from '@mikro-orm/postgresql';

/** Keys and codes compare and sort byte for byte, whatever the database's own locale is (decisions 2). */
export const key = () => p.text().collation('C');
/** The owner of every row that belongs to an account; first in every primary key and unique index. */
export const accountId = () => p.bigint('string').primary().autoincrement(false);
export const importId = () => p.uuid();
export const time = () => p.datetime().columnType('timestamptz');
export const day = () => p.date();
