import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { TestAccount } from '../../support/an-account.ts';
import type { Sent } from '../catalogue/request.ts';
import { type ByteMutation, byteMutations, mutateBytes } from './byte-mutations.ts';
import { FUZZED_ENDPOINTS, PLACES } from './endpoints.ts';
import { type Mutation, mutate, mutations } from './mutations.ts';
import { type Tree, write } from './tree.ts';

/** The account of a payload. */
export type Sender = { readonly account: TestAccount; readonly token: string; readonly apiKey: string };

/** A valid payload, and what is done to it before it arrives. */
export type Fuzzed = {
  readonly path: string;
  readonly payload: Tree;
  readonly mutations: ReadonlyArray<Mutation>;
  readonly damage: ReadonlyArray<ByteMutation>;
  /** Its compression, and the one that its header claims. */
  readonly compressed: 'not' | 'gzip' | 'br';
  readonly encoding: string;
  readonly damageAfter: ReadonlyArray<ByteMutation>;
  readonly query: string;
  readonly type: string;
  readonly address: number;
};

const mostly = <A>(usual: A, weight: number, other: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 30,
});

const queries = fc.oneof(
  fc.constantFrom(
    '?check_previously_added=false',
    '?check_previously_added=0&force_add_to_current_statement=FALSE',
    '?force_add_to_current_statement=false',
    '?check_previously_added=maybe',
    '?x=1&x=2',
    '?',
  ),
  visible.map((text) => `?${text.replaceAll('#', '')}`),
);
const types = fc.oneof(fc.constantFrom('application/json; charset=utf-8', 'text/plain', ''), visible);

const compressions = fc.oneof(
  { weight: 20, arbitrary: fc.constant({ compressed: 'not', encoding: '' } as const) },
  { weight: 2, arbitrary: fc.constant({ compressed: 'gzip', encoding: 'gzip' } as const) },
  { weight: 2, arbitrary: fc.constant({ compressed: 'br', encoding: 'br' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      compressed: fc.constantFrom('not', 'gzip', 'br'),
      encoding: fc.constantFrom('', 'gzip', 'br', 'deflate', 'identity', 'GZIP', 'gzip, br'),
    }),
  },
);

/** Mutated payloads for every endpoint: most of them still JSON, many of them still valid. */
export const fuzzed: fc.Arbitrary<Fuzzed> = fc
  .constantFrom(...FUZZED_ENDPOINTS)
  .chain(({ path, payload }) =>
    fc.record({
      path: fc.constant(path),
      payload,
      mutations: fc.array(mutations, { maxLength: 4 }),
      damage: mostly<ReadonlyArray<ByteMutation>>([], 8, fc.array(byteMutations, { minLength: 1, maxLength: 3 })),
      compression: compressions,
      damageAfter: mostly<ReadonlyArray<ByteMutation>>([], 15, fc.array(byteMutations, { minLength: 1, maxLength: 3 })),
      query: mostly('', 10, queries),
      type: mostly('application/json', 30, types),
      address: fc.nat(0xffffff),
    }),
  )
  .map(({ compression, ...rest }) => ({
    ...rest,
    ...compression,
    [fc.toStringMethod]: () => `${rest.path} ${write(rest.mutations.reduce(mutate, rest.payload)).slice(0, 500)}`,
  }));

const COMPRESS = {
  not: (bytes: Uint8Array) => bytes,
  gzip: (bytes: Uint8Array) => gzipSync(bytes),
  br: (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** Three quarters of an address; each client has its own, so that none is throttled for the others. */
const toAddress = (address: number): string => `10.${address >> 16}.${(address >> 8) & 0xff}.${address & 0xff}`;

/** The request as it goes over the wire. */
export const toSent = (of: Fuzzed, { account, token, apiKey }: Sender): Sent => {
  const text = write(of.mutations.reduce(mutate, of.payload))
    .replaceAll(PLACES.supplier, account.import_supplier)
    .replaceAll(PLACES.account, account.external_account_number)
    .replaceAll(PLACES.ledger, 'L-1')
    .replaceAll(PLACES.apiKey, apiKey);
  const plain = of.damage.reduce(mutateBytes, Buffer.from(text) as Uint8Array);
  const headers: ReadonlyArray<readonly [string, string]> = [
    ['Host', 'localhost'],
    ['Authorization', `Token ${token}`],
    ['Content-Type', of.type],
    ...(of.encoding === '' ? [] : [['Content-Encoding', of.encoding] as const]),
    ['X-Forwarded-For', toAddress(of.address)],
  ];
  const body = of.damageAfter.reduce(mutateBytes, COMPRESS[of.compressed](plain));
  return { method: 'POST', target: `${of.path}${of.query}`, headers, body };
};
