import { note, summary, total, transaction } from './bodies.ts';
import { type Request, withSuffix } from './request.ts';
import type { Row } from './row.ts';

const asked = (query: string): Request => withSuffix(transaction({}), query);
const unknown = (query: string, attr: string): Row => [query, asked(query), 400, 'unknown_parameter', attr];
const CHECK = 'check_previously_added';
const FORCE = 'force_add_to_current_statement';
const invalid = (query: string, attr = CHECK): Row => [query, asked(query), 400, 'invalid', attr];
const taken = (query: string): Row => [query, asked(query), 201, null];

/** Undocumented and repeated parameters, and values that are neither true nor false (decisions 3, 5). */
export const QUERY: ReadonlyArray<Row> = [
  unknown('?x=1', 'x'),
  unknown('?=1', ''),
  unknown('?__proto__=1', '__proto__'),
  unknown('?a[b]=1', 'a[b]'),
  unknown(`?${CHECK}[]=true`, `${CHECK}[]`),
  unknown(`?${CHECK.toUpperCase()}=true`, CHECK.toUpperCase()),
  unknown(`?${CHECK}%00=true`, `${CHECK}\u0000`),
  unknown(`?%20${CHECK}=true`, ` ${CHECK}`),
  unknown('?x=%zz', 'x'),
  unknown("?'%20or%201=1", "' or 1"),
  unknown('??x=1', '?x'),
  [
    'a thousand parameters',
    asked(`?${Array.from({ length: 1_000 }, (_, at) => `p${at}`).join('&')}`),
    400,
    'unknown_parameter',
    'p0',
  ],
  invalid(`?${CHECK}=`),
  invalid(`?${CHECK}`),
  invalid(`?${CHECK}=yes`),
  invalid(`?${CHECK}=true%20`),
  invalid(`?${CHECK}=true%00`),
  invalid(`?${CHECK}=true,false`),
  invalid(`?${CHECK}=${'true'.repeat(1_000)}`),
  invalid(`?${CHECK}=true&${CHECK}=true`),
  invalid(`?${CHECK}=true&${FORCE}=true&${CHECK}=false`),
  invalid(`?${FORCE}=maybe`, FORCE),
  invalid(`?${CHECK}=1&${FORCE}=`, FORCE),
  taken(`?${CHECK}=TRUE`),
  taken(`?${CHECK}=fAlSe&${FORCE}=0`),
  taken('?'),
  ['of transactions, at notes', withSuffix(note({ body: 'a' }), `?${CHECK}=true`), 400, 'unknown_parameter', CHECK],
  ['at a summary', withSuffix(summary({}), '?list=notes'), 400, 'unknown_parameter', 'list'],
  ['at a comparison', withSuffix(total({}), '?x'), 400, 'unknown_parameter', 'x'],
];
