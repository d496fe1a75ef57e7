import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { Approval } from '@carryover/application/ports/approvals';
import type { Proven } from '@carryover/application/ports/operator-work';
import { MAX_LENGTH } from '@carryover/contract/limits';
import { SUPPLIER_STATUSES, type SupplierStatus } from '@carryover/domain/account';
import { parseIdentifier } from '@carryover/domain/text';
import { describeGaps } from '@carryover/operations/proof-words';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { type ApprovalDesk, authorOf, type Outcome } from '../../approvals/approvals.ts';
import type { ConsoleUseCases } from '../../composition.ts';
import { readSupplierFigures } from '../../figures/supplier-figures.ts';
import { address, organisationPath, supplierSetUpPath } from '../../view/address.ts';
import { ofSupplier } from '../../view/place.ts';
import { author, confirmation, field, organisationOf } from '../../web/input.ts';
import { badRequest, conflict, orProblem, requireFreshSignIn } from '../../web/problem.ts';
import { get, page, post, type Route, redirect } from '../../web/route.ts';
import { theSupplier } from '../find-suppliers.ts';
import { readProof } from '../reconciliation/runs.ts';
import { changeConfiguration, toShown } from './configuration.ts';

const CHANGES: Readonly<Record<SupplierStatus, { readonly verb: string; readonly consequence: string }>> = {
  Ongoing: {
    verb: 'Resume',
    consequence: 'The service accepts imports and new accounts for this supplier again, at once.',
  },
  Paused: {
    verb: 'Pause',
    consequence:
      'The service refuses every import for this supplier until it is resumed. Nothing that is stored changes.',
  },
  Complete: {
    verb: 'Complete',
    consequence:
      'The service refuses every import for this supplier, and no account can be added to it. Resuming it makes it Ongoing again.',
  },
};

const statusOf = (text: string | null): SupplierStatus => {
  const status = SUPPLIER_STATUSES.find((one) => one === text);
  if (status === undefined) throw badRequest('There is no such status.');
  return status;
};

const changedMeanwhile = ({ code, status }: NamedSupplier): Error =>
  conflict(`Somebody else has changed the status of ${code} meanwhile: it is ${status} now.`);

const notProven = (refused: { readonly code: string } & Omit<Proven, 'proof'>): Error =>
  refused.missing.includes('imports_running')
    ? conflict(`${refused.code} was not completed: ${describeGaps(refused)}.`, 'Complete it again once that has ended.')
    : badRequest(
        `The migration of ${refused.code} is not proven: ${describeGaps(refused)}. To complete it unproven, give a reason.`,
        'Go back and load the page again: it says what is proven.',
      );

const PATH = '/set-up/organisations/:organisation/suppliers/:code';

const approvedCompletion = t.type({
  organisation: t.string,
  supplier: t.string,
  from: t.string,
  must_be_proven: t.boolean,
});

/** Completes a supplier as another person has approved, if its status is still the one that was shown. */
export const makeCompletionApproved =
  ({ operator: { suppliers }, unhurried }: ConsoleUseCases) =>
  async (approval: Approval): Promise<Outcome | null> => {
    const { what, subject } = approval;
    if (!approvedCompletion.is(what)) return null;
    // It may have been renamed since it was asked for.
    const name = { organisationName: subject.organisation, code: what.supplier };
    const supplier = await orProblem(suppliers.show(name));
    if (supplier.status !== what.from) throw changedMeanwhile(supplier);
    const { must_be_proven: mustBeProven } = what;
    await orProblem(unhurried.suppliers.complete({ name, mustBeProven, actor: authorOf(approval) }));
    const outcomePath = supplierSetUpPath(supplier.organisationName, supplier.code);
    return { outcome: `${supplier.code} is Complete.`, outcomePath };
  };

export const supplierRoutes = (useCases: ConsoleUseCases, desk: ApprovalDesk): ReadonlyArray<Route> => {
  const { suppliers } = useCases.operator;
  const pathOf = ({ organisationName, code }: NamedSupplier) => supplierSetUpPath(organisationName, code);
  return [
    post('/set-up/organisations/:organisation/suppliers', 'change', async (visit) => {
      const organisation = organisationOf(visit);
      const code = parseIdentifier(MAX_LENGTH.importSupplier)(field(visit, 'code'));
      if (E.isLeft(code)) throw badRequest(`A supplier's code has 1 to ${MAX_LENGTH.importSupplier} characters.`);
      // It would be part of the code (decisions 2), is rarely meant, and nobody would see it in the form.
      if (code.right !== code.right.trim())
        throw badRequest(
          'The code begins or ends with a space.',
          'If requests name it with the space, create it by the operator’s command: supplier create --code.',
        );
      const documentRoot = field(visit, 'document_root');
      await orProblem(suppliers.create({ organisation, code: code.right, documentRoot, actor: author(visit) }));
      return redirect(supplierSetUpPath(organisation, code.right), `The supplier ${code.right} was created.`);
    }),
    get(PATH, 'records', async (visit) => {
      const supplier = await theSupplier(suppliers, visit);
      return page(
        `Set-up of ${supplier.code}`,
        'pages/set-up/supplier',
        {
          supplier,
          shown: toShown(supplier),
          path: pathOf(supplier),
          back: organisationPath(supplier.organisationName),
          statuses: SUPPLIER_STATUSES.filter((status) => status !== supplier.status),
          changes: CHANGES,
          mayChange: visit.may('change', supplier.organisationName),
        },
        ofSupplier(visit, supplier, 'setUp'),
      );
    }),
    post(`${PATH}/configuration`, 'change', async (visit) => {
      const supplier = await theSupplier(suppliers, visit);
      return changeConfiguration(useCases.operator, visit, { supplier, path: pathOf(supplier) });
    }),
    get(`${PATH}/status`, 'change', async (visit) => {
      const supplier = await theSupplier(suppliers, visit);
      const to = statusOf(visit.query.get('to'));
      const { verb, consequence } = CHANGES[to];
      const asked = {
        title: `${verb} ${supplier.code}`,
        consequence,
        action: `${pathOf(supplier)}/status`,
        fields: { to, from: supplier.status },
        button: verb,
        isDangerous: to !== 'Ongoing',
        cancel: pathOf(supplier),
      };
      const place = ofSupplier(visit, supplier, 'setUp', { title: 'Set-up', path: pathOf(supplier) });
      if (to !== 'Complete') return confirmation(asked, place);
      const { organisationName: organisation, code } = supplier;
      const proven = await readProof(useCases, supplier);
      const isProven = proven.proof !== null;
      const figures = await orProblem(readSupplierFigures(useCases.operator.em, supplier));
      return confirmation(
        {
          ...asked,
          ...proven,
          figures,
          refusedRequests: figures.totals
            .filter(({ outcome }) => outcome === 'refused')
            .reduce((sum, { requests }) => sum + requests, 0),
          reconciliations: address('/reconciliation', { organisation, supplier: code }),
          refusals: address('/refusals', { organisation, supplier: code }),
          fields: { ...asked.fields, proven: isProven ? 'yes' : 'no' },
          button: desk.isNeeded('complete') ? 'Ask another person' : isProven ? verb : `${verb} without proof`,
          needsReason: !isProven || desk.isNeeded('complete'),
        },
        place,
      );
    }),
    post(`${PATH}/status`, 'change', async (visit) => {
      const supplier = await theSupplier(suppliers, visit);
      const status = statusOf(field(visit, 'to'));
      const from = field(visit, 'from');
      // Left out by a program; a page names the status that it showed.
      const expected = from === '' ? {} : { status: statusOf(from) };
      if (supplier.status !== (expected.status ?? supplier.status)) throw changedMeanwhile(supplier);
      const actor = author(visit);
      if (status !== 'Complete') {
        await orProblem(suppliers.change({ name: supplier, change: { status }, expected, actor }));
        return redirect(pathOf(supplier), `${supplier.code} is ${status}.`);
      }
      requireFreshSignIn(visit, address(`${pathOf(supplier)}/status`, { to: status }));
      // A page that showed a proof completes with one; without one, somebody says why.
      const mustBeProven = field(visit, 'proven') === 'yes' || actor.reason === null;
      if (desk.isNeeded('complete')) {
        if (actor.reason === null) throw badRequest('To ask another person, give a reason.');
        const { organisationName: organisation, code } = supplier;
        const what = {
          ...{ organisation, supplier: code, from: supplier.status, must_be_proven: mustBeProven },
          path: address(`${pathOf(supplier)}/status`, { to: status }),
        };
        const subject = { organisation, supplierCode: code };
        return desk.ask(visit, { kind: 'complete', subject, what, reason: actor.reason });
      }
      const done = await useCases.unhurried.suppliers.complete({ name: supplier, mustBeProven, actor })();
      if (E.isLeft(done) && done.left.kind === 'migration_not_proven') throw notProven(done.left);
      const { proof, ...gaps } = await orProblem(TE.fromEither(done));
      const proven =
        proof === null ? `Not proven: ${describeGaps(gaps)}.` : `Proven with the client's control totals ${proof.set}.`;
      return redirect(pathOf(supplier), `${supplier.code} is Complete. ${proven}`);
    }),
  ];
};
