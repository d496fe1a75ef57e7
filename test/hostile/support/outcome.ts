import type { Answered } from '../../support/sockets/answers.ts';

/** Returns the code of a response of any endpoint: that of its first item, else its own; null if it has none. */
export type Outcome = { readonly status: number; readonly code: string | null; readonly attr: string | null };

export const jsonOf = ({ text, headers }: Answered): any =>
  text !== '' && headers.get('content-type')?.startsWith('application/json') === true ? JSON.parse(text) : null;

export const outcomeOf = (answered: Answered): Outcome => {
  const { status } = answered;
  const json = jsonOf(answered);
  if (json === null) return { status, code: null, attr: null };
  if (typeof json.error_detail === 'string')
    return { status, code: json.error_detail.split(':', 1)[0] ?? null, attr: null };
  const [first] = json.errors ?? [];
  return { status, code: first?.extensions?.code ?? first?.code ?? json.code ?? null, attr: first?.attr ?? null };
};
