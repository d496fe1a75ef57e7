import { ADDRESSES } from './addresses.ts';
import { COMPRESSION } from './compression.ts';
import { COUNTS } from './counts.ts';
import { DATES } from './dates.ts';
import { FIELDS } from './fields.ts';
import { FRAMING } from './framing.ts';
import { GRAPHQL } from './graphql.ts';
import { GRAPHQL_FLOODS } from './graphql-floods.ts';
import { HEADERS } from './headers.ts';
import { JSON_TEXT } from './json.ts';
import { LOOKALIKES } from './lookalikes.ts';
import { NUMBERS } from './numbers.ts';
import { ORDER } from './order.ts';
import { PATHS } from './paths.ts';
import { QUERY } from './query.ts';
import type { Row } from './row.ts';
import { RULES } from './rules.ts';
import { SIZES } from './sizes.ts';
import { STRUCTURE } from './structure.ts';
import { TEXT } from './text.ts';

/** Hostile input by what is wrong with it. */
export const CATALOGUE: Readonly<Record<string, ReadonlyArray<Row>>> = {
  'texts (decisions 2, 3)': TEXT,
  'texts like others (decisions 2, 3, 5)': LOOKALIKES,
  'numbers (decisions 3)': NUMBERS,
  'dates and times (§1.6, decisions 3)': DATES,
  'document paths (§1, decisions 9)': PATHS,
  'structure (§2, decisions 3)': STRUCTURE,
  'undocumented fields (§9, decisions 3)': FIELDS,
  'fields by type, and repetitions (decisions 4 to 8)': RULES,
  'counts (decisions 3)': COUNTS,
  'JSON and its encoding (decisions 3)': JSON_TEXT,
  'compression (decisions 3)': COMPRESSION,
  'sizes (decisions 3)': SIZES,
  'query strings (decisions 3, 5)': QUERY,
  'tokens and headers (decisions 3, 10)': HEADERS,
  'repeated headers and framing (decisions 3)': FRAMING,
  'addresses and methods (decisions 3)': ADDRESSES,
  'the order of judgement (decisions 3)': ORDER,
  'GraphQL (decisions 3, 10)': [...GRAPHQL, ...GRAPHQL_FLOODS],
};
