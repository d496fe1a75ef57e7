import { complain, type Issue, issueAt } from '@carryover/contract/issue';
import type { QueryParameter } from '@carryover/contract/query-parameters';
import * as E from 'fp-ts/lib/Either.js';
import { failedValidation, type Rejection } from '../responses/rejection.ts';

/** The boolean query parameters of an endpoint with their defaults. */
export type Flags = Readonly<Record<string, boolean>>;

/** The parameters that are documented, as a request has them that sends none. */
export const defaultsOf = <Name extends string>(
  parameters: Readonly<Record<Name, QueryParameter>>,
): Readonly<Record<Name, boolean>> => {
  const entries = Object.entries<QueryParameter>(parameters).map(([name, parameter]) => [name, parameter.default]);
  return Object.fromEntries(entries);
};

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const invalid = (name: string, detail: string): ReadonlyArray<Issue> => [issueAt([name], complain('invalid', detail))];

const judge = (name: string, values: ReadonlyArray<string>, defaults: Flags): ReadonlyArray<Issue> => {
  if (!Object.hasOwn(defaults, name)) return [issueAt([name], complain('unknown_parameter'))];
  if (values.length > 1) return invalid(name, 'The parameter appears more than once.');
  return WORDS.has(values[0]!.toLowerCase()) ? [] : invalid(name, 'Must be true, false, 1 or 0.');
};

/**
 * Reads an endpoint's query parameters: `true` or `false` in any letter case, `1` or `0` (decisions 5).
 *
 * @returns Left with every parameter that is unknown, repeated or anything else (decisions 3).
 */
export const readFlags = <F extends Flags>(defaults: F, url: string): E.Either<Rejection, F> => {
  const start = url.indexOf('?');
  if (start === -1) return E.right(defaults);
  // Behind a `&` a question mark is part of a name: alone in front it would be thrown away.
  const parameters = new URLSearchParams(`&${url.slice(start + 1)}`);
  const names = [...new Set(parameters.keys())];
  const issues = names.flatMap((name) => judge(name, parameters.getAll(name), defaults));
  if (issues.length > 0) return E.left(failedValidation(issues.slice(0, 100)));
  const sent = names.map((name) => [name, WORDS.get(parameters.get(name)!.toLowerCase())!]);
  return E.right({ ...defaults, ...Object.fromEntries(sent) });
};
