import { ADDRESSES } from './addresses.ts';
import { COMPRESSION } from './compression.ts';
import { FIELDS } from './fields.ts';
import { FRAMING } from './framing.ts';
import { GRAPHQL } from './graphql.ts';
import { GRAPHQL_FLOODS } from './graphql-floods.ts';
import { HEADERS } from './headers.ts';
import { JSON_TEXT } from './json.ts';
import { LOOKALIKES } from './lookalikes.ts';
import { ORDER } from './order.ts';
import { QUERY } from './query.ts';
import type { Row } from './row.ts';
import { SIZES } from './sizes.ts';
import { VALUES } from './values.ts';

/** Hostile input by what is wrong with it. */
export const CATALOGUE: Readonly<Record<string, ReadonlyArray<Row>>> = {
  'values of every code, and the largest that are stored (decisions 2 to 9)': VALUES,
  'texts like others (decisions 2, 3, 5)': LOOKALIKES,
  'undocumented fields (§9, decisions 3)': FIELDS,
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
