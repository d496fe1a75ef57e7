import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { SupplierConfiguration } from '@carryover/domain/account';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { author, field } from '../../web/input.ts';
import { badRequest, orProblem } from '../../web/problem.ts';
import { type Answer, page, redirect, type Visit } from '../../web/route.ts';

/** The configuration as a form showed it, which the form sends back. */
const shownConfiguration = t.type({
  documentRoot: t.string,
  verifyDocuments: t.boolean,
  automatedEmails: t.boolean,
  supplyChargeArithmetic: t.keyof({ report: null, enforce: null }),
  unknownFields: t.keyof({ refuse: null, report: null }),
});

export const toShown = ({ configuration }: NamedSupplier): string => JSON.stringify(configuration);

const shownOf = (visit: Visit): SupplierConfiguration | null => {
  const text = field(visit, 'shown');
  if (text === '') return null;
  const shown = jsonOrNull(text);
  if (!shownConfiguration.is(shown)) throw badRequest('The form is not complete.', 'Open the page again.');
  return shown;
};

const sentConfiguration = (visit: Visit): SupplierConfiguration => {
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

const SETTINGS: Readonly<Record<keyof SupplierConfiguration, { readonly name: string; readonly title: string }>> = {
  documentRoot: { name: 'document_root', title: 'Document root' },
  verifyDocuments: { name: 'verify_documents', title: 'Verify that documents exist' },
  automatedEmails: { name: 'automated_emails', title: 'Automated e-mails' },
  supplyChargeArithmetic: { name: 'supply_charge_arithmetic', title: 'Supply-charge arithmetic' },
  unknownFields: { name: 'unknown_fields', title: 'Unknown fields' },
};

const inWords = (value: string | boolean): string => (typeof value === 'string' ? value : value ? 'on' : 'off');

/** The page for a person whose form showed what somebody else has changed since; they choose which of both is kept. */
const changedMeanwhile = (
  visit: Visit,
  shown: SupplierConfiguration,
  sent: SupplierConfiguration,
  { now, path }: { readonly now: NamedSupplier; readonly path: string },
): Answer => {
  const settings = Object.entries(SETTINGS) as ReadonlyArray<
    [keyof SupplierConfiguration, (typeof SETTINGS)['unknownFields']]
  >;
  return {
    ...page(`${now.code} was changed meanwhile`, 'pages/set-up/changed', {
      action: `${path}/configuration`,
      back: path,
      rows: settings.map(([key, { title }]) => ({
        title,
        shown: inWords(shown[key]),
        now: inWords(now.configuration[key]),
        sent: inWords(sent[key]),
        isChanged: shown[key] !== now.configuration[key],
      })),
      fields: [
        ...settings.map(([key, { name }]) => [name, inWords(sent[key])]),
        ['shown', toShown(now)],
        ['reason', field(visit, 'reason')],
      ],
    }),
    status: 409,
  };
};

/** Stores the configuration of a form, unless it is no longer the one that the form showed. */
export const changeConfiguration = async (
  { suppliers }: OperatorUseCases,
  visit: Visit,
  { supplier, path }: { readonly supplier: NamedSupplier; readonly path: string },
): Promise<Answer> => {
  const [shown, change] = [shownOf(visit), sentConfiguration(visit)];
  const changed = await suppliers.change({ name: supplier, change, expected: shown ?? {}, actor: author(visit) })();
  if (E.isLeft(changed) && changed.left.kind === 'supplier_changed' && shown !== null)
    return changedMeanwhile(visit, shown, change, { now: changed.left.supplier, path });
  await orProblem(TE.fromEither(changed));
  return redirect(path, 'The configuration was changed.');
};
