import { expect } from 'vitest';
import type { Kind } from '../operations/five-kinds.ts';
import type { RunningService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator, type Ran } from '../support/an-operator.ts';
import type { Reply } from '../support/requests.ts';

const LISTS = ['notes', 'transactions', 'billing_documents', 'statements'] as const;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The endpoint that takes a payload, by the name of its list. */
const kindOf = (payload: object): Kind => {
  if ('notes' in payload) return 'notes';
  if ('transactions' in payload) return 'transactions';
  if ('statements' in payload) return 'historical-statements';
  return 'vendor' in payload ? 'payment-instruction' : 'historical-billing-documents';
};

/** An account whose imports are undone by the operator's command. */
export const makeUndoableAccounts = (service: RunningService) => {
  const operator = anOperator(service.operatorEnvironment);
  const undo = (...args: ReadonlyArray<string>): Promise<Ran> =>
    operator('imports', 'undo', '--reason', 'Ticket 42', '--as', 'Ada', '--json', ...args);
  /** Returns what an account has, without ids of imports and times that the service chose. */
  const stateOf = async (account: TestAccount) => {
    const pages = LISTS.map(async (list) => {
      const { json } = await service.post('/v1/data-import/accounts/summary/', { ...account, list });
      const items: ReadonlyArray<Record<string, unknown>> = json.items;
      return items.map((item) => {
        const isUndated = item.added_by_service === true || String(item.body).startsWith('undated');
        const text = JSON.stringify(isUndated ? { ...item, created_at: null } : item);
        return text.replaceAll(UUID, 'an import');
      });
    });
    const { json } = await service.post('/v1/data-import/accounts/summary/', account);
    return [json, ...(await Promise.all(pages)).map((items) => items.toSorted())];
  };
  return {
    operator,
    undo,
    stateOf,
    /** The account of the tests: October 2019 is open. */
    account: () => anAccount(service, { openFrom: '2019-10-01', openTo: '2019-10-31' }),
    /** Sends a payload to the endpoint of its kind. */
    send: (account: TestAccount, payload: object, query = ''): Promise<Reply> =>
      service.post(`/v1/data-import/${kindOf(payload)}/create/${query}`, { ...account, ...payload }),
  };
};

/** Returns the id of an accepted import. */
export const idOf = (reply: Reply): string => {
  expect(reply).toMatchObject({ status: 201 });
  return reply.headers.get('X-Import-Id')!;
};

/** Returns the exit code, and the code of the error if there is one. */
export const outcomeOf = ({ code, err }: Ran) => [code, ...(err === '' ? [] : [JSON.parse(err).error.code])];
