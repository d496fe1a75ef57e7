import * as t from 'io-ts';
import type { Read } from './query.ts';

/**
 * The names that organisations have or had, as a table with `name` and `organisation_id`. A name is never given to a second organisation, so
 * it identifies its own for good: a record has the name of the time at which it was written (ADR 23).
 */
export const ORGANISATION_NAMES = `(
  select name, id as organisation_id from organisation
  union
  select before->>'name', (after->>'id')::uuid from operator_action
  where action = 'organisation rename' and before->>'name' is not null)`;

/** The id of the organisation that has or had a name; null: none. */
export const organisationIdOf = (name: string): string =>
  `(select named.organisation_id from ${ORGANISATION_NAMES} named where named.name = ${name})`;

/** The name that the organisation has now that has or had a name; null: there is none. */
export const presentNameOf = (name: string): string => `(
  select o.name from ${ORGANISATION_NAMES} named join organisation o on o.id = named.organisation_id where named.name = ${name})`;

/** The condition that a record's text names an organisation, by a name that it has or had. */
export const namesOrganisation = (text: string, id: string): string =>
  `${text} in (select named.name from ${ORGANISATION_NAMES} named where named.organisation_id = ${id})`;

const nameRow = t.type({ name: t.string });
const NAMES = `select named.name from ${ORGANISATION_NAMES} named where named.organisation_id = ${organisationIdOf('$1')}`;

/** Reads the names that an organisation has and had, by one of them. */
export const readNames = async (read: Read, name: string): Promise<ReadonlyArray<string>> =>
  (await read(nameRow, NAMES, [name])).map((row) => row.name);
