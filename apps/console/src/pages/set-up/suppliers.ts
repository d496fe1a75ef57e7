import type { NamedSupplier, SupplierChange } from '@carryover/application/ports/operator/administration';
import { SUPPLIER_STATUSES, type SupplierStatus } from '@carryover/domain/import-supplier';
import { parseIdentifier } from '@carryover/domain/text';
import type { OperatorUseCases } from '@carryover/operator/connect';
import * as E from 'fp-ts/lib/Either.js';
import { page, redirect } from '../../web/answer.ts';
import { author, confirmation, field } from '../../web/change.ts';
import { orProblem } from '../../web/or-problem.ts';
import { organisationOf } from '../../web/parameter.ts';
import { badRequest } from '../../web/problem.ts';
import { get, post, type Route, type Visit } from '../../web/route.ts';
import { theSupplier } from '../find-suppliers.ts';
import { organisationPath, supplierSetUpPath } from './addresses.ts';

const MAX_CODE = 32;

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

const changeOf = (visit: Visit): SupplierChange => {
  const arithmetic = field(visit, 'supply_charge_arithmetic');
  const unknown = field(visit, 'unknown_fields');
  if (!['report', 'enforce'].includes(arithmetic) || !['refuse', 'report'].includes(unknown))
    throw badRequest('A setting has a value that does not exist.');
  return {
    documentRoot: field(visit, 'document_root'),
    verifyDocuments: field(visit, 'verify_documents') === 'on',
    automatedEmails: field(visit, 'automated_emails') === 'on',
    supplyChargeArithmetic: arithmetic === 'enforce' ? 'enforce' : 'report',
    unknownFields: unknown === 'report' ? 'report' : 'refuse',
  };
};

const PATH = '/set-up/organisations/:organisation/suppliers/:code';

export const supplierRoutes = ({ suppliers, completeSupplier }: OperatorUseCases): ReadonlyArray<Route> => {
  const pathOf = ({ organisationName, code }: NamedSupplier) => supplierSetUpPath(organisationName, code);
  return [
    post('/set-up/organisations/:organisation/suppliers', 'change', async (visit) => {
      const organisation = organisationOf(visit);
      const code = parseIdentifier(MAX_CODE)(field(visit, 'code'));
      if (E.isLeft(code)) throw badRequest(`A supplier's code has 1 to ${MAX_CODE} characters.`);
      const documentRoot = field(visit, 'document_root');
      await orProblem(suppliers.create({ organisation, code: code.right, documentRoot, by: author(visit) }));
      return redirect(supplierSetUpPath(organisation, code.right), `The supplier ${code.right} was created.`);
    }),
    get(PATH, 'records', async (visit) => {
      const supplier = await theSupplier(suppliers, visit);
      return page(`Set-up of ${supplier.code}`, 'pages/set-up/supplier', {
        supplier,
        path: pathOf(supplier),
        back: organisationPath(supplier.organisationName),
        statuses: SUPPLIER_STATUSES.filter((status) => status !== supplier.status),
        changes: CHANGES,
        mayChange: visit.may('change', supplier.organisationName),
      });
    }),
    post(`${PATH}/configuration`, 'change', async (visit) => {
      const supplier = await theSupplier(suppliers, visit);
      await orProblem(suppliers.change({ name: supplier, change: changeOf(visit), by: author(visit) }));
      return redirect(pathOf(supplier), 'The configuration was changed.');
    }),
    get(`${PATH}/status`, 'change', async (visit) => {
      const supplier = await theSupplier(suppliers, visit);
      const to = statusOf(visit.query.get('to'));
      const { verb, consequence } = CHANGES[to];
      return confirmation({
        title: `${verb} ${supplier.code}`,
        consequence,
        action: `${pathOf(supplier)}/status`,
        fields: { to },
        button: verb,
        isDangerous: to !== 'Ongoing',
        cancel: pathOf(supplier),
      });
    }),
    post(`${PATH}/status`, 'change', async (visit) => {
      const supplier = await theSupplier(suppliers, visit);
      const status = statusOf(field(visit, 'to'));
      const by = author(visit);
      if (status !== 'Complete') {
        await orProblem(suppliers.change({ name: supplier, change: { status }, by }));
        return redirect(pathOf(supplier), `${supplier.code} is ${status}.`);
      }
      const { proof } = await orProblem(completeSupplier({ name: supplier, mustBeProven: false, by }));
      const proven = proof === null ? 'No reconciliation agreed since its last import.' : 'Its reconciliation agreed.';
      return redirect(pathOf(supplier), `${supplier.code} is Complete. ${proven}`);
    }),
  ];
};
