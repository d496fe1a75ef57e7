import type { Demo } from '../../support/a-service.ts';

export type Asked = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Sends a request as it is; whether its answer is as documented is looked at elsewhere. */
export const ask = async (url: string, init: RequestInit = {}): Promise<Asked> => {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** A body for the demo account. */
export const onDemo = (demo: Demo, fields: object): string => {
  const { import_supplier, external_account_number } = demo;
  return JSON.stringify({ import_supplier, external_account_number, ...fields });
};

export const asJson = (token: string, more: Record<string, string> = {}) => ({
  'Content-Type': 'application/json',
  Authorization: `Token ${token}`,
  ...more,
});

export const NOTES = '/v1/data-import/notes/create/';
export const TRANSACTIONS = '/v1/data-import/transactions/create/';
export const STATEMENTS = '/v1/data-import/historical-statements/create/';
export const INSTRUCTION = '/v1/data-import/payment-instruction/create/';
export const SUMMARY = '/v1/data-import/accounts/summary/';
export const GRAPHQL = '/v1/graphql/';

/** The request for a token. */
export const tokenRequest = (apiKey: unknown): string =>
  JSON.stringify({
    query: 'mutation ($input: ObtainTokenInput!) { obtainToken(input: $input) { token expiresAt } }',
    variables: { input: { apiKey } },
  });
