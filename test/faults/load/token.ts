import type { Connection } from './http.ts';

/** The token that all connections share. */
export type Tokens = {
  readonly current: () => string;
  /** Obtains another, unless somebody has since `refused` was in use. @returns false if the service did not give one. */
  readonly renew: (refused: string) => Promise<boolean>;
};

/** @param apiKey of the organisation whose accounts are used. */
export const makeTokens = (connection: Connection, apiKey: string): Tokens => {
  let current = '';
  let renewing: Promise<boolean> | null = null;
  const obtain = async (): Promise<boolean> => {
    const query = `mutation { obtainToken(input: {apiKey: ${JSON.stringify(apiKey)}}) { token } }`;
    const outcome = await connection.send({ method: 'POST', path: '/v1/graphql/', body: JSON.stringify({ query }) });
    if (outcome.kind !== 'answer' || outcome.status !== 200) return false;
    const token = JSON.parse(outcome.text).data?.obtainToken?.token;
    if (typeof token !== 'string') return false;
    current = token;
    return true;
  };
  return {
    current: () => current,
    renew: (refused) => {
      if (refused !== current) return Promise.resolve(true);
      renewing ??= obtain().finally(() => {
        renewing = null;
      });
      return renewing;
    },
  };
};
