import fc from 'fast-check';
import { payloads } from '../../support/an-arbitrary-payload.ts';
import { openApi } from '../../support/openapi.ts';
import { type Tree, toTree } from './tree.ts';

/** The accounts of the documentation's examples, which each request replaces by its own. */
export const PLACES = {
  supplier: /DEMO_SUPPLIER/g,
  account: /EXTERNAL-(?:1234|5678)/g,
  ledger: /L-DEMO-[12]/g,
  apiKey: /<API_KEY>/g,
};

/** An address that takes a body, and payloads that it takes. */
type FuzzedEndpoint = { readonly path: string; readonly payload: fc.Arbitrary<Tree> };

/** For the account of the examples, whatever else it says. */
const forAccount = (payload: Readonly<Record<string, unknown>>): unknown => ({
  ...payload,
  ...('import_supplier' in payload ? { import_supplier: 'DEMO_SUPPLIER' } : {}),
  ...('external_account_number' in payload ? { external_account_number: 'EXTERNAL-1234' } : {}),
  ...('ledger_number' in payload ? { ledger_number: 'L-DEMO-1', ledger_code: 'ELECTRICITY' } : {}),
});

const toEndpoint = ([path, { post }]: [string, any]): FuzzedEndpoint => {
  const { schema, examples } = post.requestBody.content['application/json'];
  const shown = fc.constantFrom(...Object.values<any>(examples).map(({ value }) => toTree(value)));
  if (schema.$ref === undefined) return { path, payload: shown };
  const made = payloads(schema).map((payload) => toTree(forAccount(payload)));
  return { path, payload: fc.oneof({ weight: 5, arbitrary: shown }, { weight: 1, arbitrary: made }) };
};

/** All documented paths that accept a body. A dry run is sent with its import, so it is not listed. */
export const FUZZED_ENDPOINTS: ReadonlyArray<FuzzedEndpoint> = Object.entries<any>(openApi.paths)
  .filter(([path, { post }]) => post !== undefined && !path.endsWith('/validate/'))
  .map(toEndpoint);
