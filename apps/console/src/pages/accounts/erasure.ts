import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findNamedAccount } from '@carryover/adapters-persistence/queries/account';
import type { AccountName } from '@carryover/application/admin/accounts';
import { describeRemaining } from '@carryover/operations/run-files';
import * as E from 'fp-ts/lib/Either.js';
import type { ConsoleUseCases } from '../../composition.ts';
import { accountPath } from '../../view/address.ts';
import { ofSupplier } from '../../view/place.ts';
import { actorOf, author, field, parameter, reasonOf, within } from '../../web/input.ts';
import { badRequest, conflict, notFound, orProblem, requireFreshSignIn } from '../../web/problem.ts';
import { getLogged, page, post, type Route, redirect, type Visit } from '../../web/route.ts';

/** Everything that is stored about an account as a download. Nothing of it is kept on a disk of the console. */
async function* everything({ unhurried }: ConsoleUseCases, account: AccountName, visit: Visit): AsyncGenerator<Buffer> {
  const pipe = new PassThrough();
  const write = async (text: AsyncIterable<string>) => {
    await pipeline(Readable.from(text), pipe);
    return E.right(undefined);
  };
  const exported = orProblem(unhurried.exportAccount({ account, write, actor: author(visit) })).catch(
    (error: Error) => {
      pipe.destroy(error);
    },
  );
  try {
    yield* pipe;
  } finally {
    // A browser that left ends the export.
    pipe.destroy();
    await exported;
  }
}

/** `/accounts/{number}/export` and `/erase`: what a person may ask for (docs/data-protection.md). */
export const erasureRoutes = (useCases: ConsoleUseCases): ReadonlyArray<Route> => {
  const { operator, unhurried } = useCases;
  const accountOf = async (visit: Visit) => {
    const found = await orProblem(findNamedAccount(operator.em, parameter(visit, 'number')));
    if (found === null) throw notFound();
    within(visit.scope, found.organisation);
    if (found.erasedAt !== null) throw conflict('The account was erased before. Only its counts and sums are kept.');
    const { supplierCode: code, organisation: organisationName, externalAccountNumber } = found;
    return { ...found, name: { supplier: { code, organisationName }, externalAccountNumber } };
  };
  return [
    post('/accounts/:number/export', 'change', async (visit) => {
      const { name, serviceAccountNumber } = await accountOf(visit);
      return {
        kind: 'download',
        fileName: `account-${serviceAccountNumber}.json`,
        contentType: 'application/json',
        bytes: everything(useCases, name, visit),
        after: {
          to: accountPath(serviceAccountNumber),
          flash: 'This download was begun before. Each one is recorded: for another one, use the button again.',
        },
      };
    }),
    getLogged('/accounts/:number/erase', 'change', async (visit) => {
      const { name, ...account } = await accountOf(visit);
      const actor = { ...actorOf(visit), reason: 'dry run' };
      const erased = await orProblem(unhurried.eraseAccount({ account: name, actor, isDryRun: true }));
      const path = accountPath(account.serviceAccountNumber);
      const { code, organisationName } = name.supplier;
      const above = { title: `Account ${account.externalAccountNumber}`, path };
      const place = ofSupplier(visit, { organisationName, code }, 'accounts', above);
      return page('Erase an account', 'pages/accounts/erase', { account, erased, path }, place);
    }),
    post('/accounts/:number/erase', 'change', async (visit) => {
      const { name, serviceAccountNumber } = await accountOf(visit);
      const path = accountPath(serviceAccountNumber);
      const actor = { ...actorOf(visit), reason: reasonOf(visit) };
      if (field(visit, 'number').trim() !== serviceAccountNumber)
        throw badRequest(`Nothing was erased. To confirm, enter the service account number ${serviceAccountNumber}.`);
      requireFreshSignIn(visit, `${path}/erase`);
      const { remaining } = await orProblem(unhurried.eraseAccount({ account: name, actor, isDryRun: false }));
      const erased = 'Everything personal of the account was removed for good.';
      return redirect(path, remaining.length === 0 ? erased : `${erased} ${describeRemaining(remaining)}`);
    }),
  ];
};
