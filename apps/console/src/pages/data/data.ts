import { EXPORT_FORMATS, EXPORTED_VALUES } from '@carryover/adapters-persistence/export/columns';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import { dueRecords, KEPT_KINDS, type KeptKind } from '@carryover/domain/retention';
import { shellWord } from '@carryover/settings/shell-word';
import * as E from 'fp-ts/lib/Either.js';
import type { ConsoleUseCases } from '../../composition.ts';
import { supplierDataPath } from '../../view/address.ts';
import { ofSupplier } from '../../view/place.ts';
import { queryText } from '../../web/input.ts';
import { get, type PageGroup, page, type Visit } from '../../web/route.ts';
import { theSupplier } from '../find-suppliers.ts';

const KINDS: Readonly<Record<KeptKind, { readonly title: string; readonly variable: string }>> = {
  payloads: { title: 'Payloads of accepted requests', variable: 'RETAIN_PAYLOADS_DAYS' },
  refusals: { title: 'Refused requests', variable: 'RETAIN_REFUSALS_DAYS' },
  dryRuns: { title: 'Dry runs', variable: 'RETAIN_DRY_RUNS_DAYS' },
};

/** How long each kind is kept, and how much is due; `due` is null if nothing of the supplier is removed, or if it was not counted in time. */
const readKept = async ({ operator: { keeping } }: ConsoleUseCases, supplier: NamedSupplier) => {
  const due = dueRecords(keeping.retention, supplier, new Date(), { isOngoingToo: false });
  const rows = KEPT_KINDS.map(async (kind) => {
    const own = due.find((one) => one.kind === kind);
    const counted = own === undefined ? null : await keeping.countDue(own)();
    return {
      ...KINDS[kind],
      days: keeping.retention[kind],
      isRemoved: own !== undefined,
      due: counted === null || E.isLeft(counted) ? null : counted.right,
    };
  });
  return Promise.all(rows);
};

/** The export that a form asks for, and its command. */
const exportOf = ({ query }: Visit, { organisationName, code }: NamedSupplier) => {
  const chosen = (name: string, choices: ReadonlyArray<string>) =>
    choices.find((choice) => choice === query.get(name)) ?? choices[0]!;
  const asked = {
    format: chosen('format', EXPORT_FORMATS),
    values: chosen('values', EXPORTED_VALUES),
    account: queryText(query, 'account')?.trim() ?? '',
    after: queryText(query, 'after')?.trim() ?? '',
  };
  const options = Object.entries({ supplier: code, organisation: organisationName, out: 'export', ...asked });
  const command = options
    .filter(
      ([name, value]) => value !== '' && value !== { format: EXPORT_FORMATS[0], values: EXPORTED_VALUES[0] }[name],
    )
    .map(([name, value]) => ` --${name}${value.startsWith('-') ? '=' : ' '}${shellWord(value)}`);
  return { ...asked, command: `carryover-operator export${command.join('')}` };
};

/** `/suppliers/{organisation}/{code}/data`: how long what imports leave behind is kept, and the export of all that is stored. */
export const dataPages = (useCases: ConsoleUseCases): PageGroup => ({
  routes: [
    get('/suppliers/:organisation/:code/data', 'records', async (visit) => {
      const supplier = await theSupplier(useCases.operator.suppliers, visit);
      const { organisationName, code } = supplier;
      return page(
        `Data of ${code}`,
        'pages/data/data',
        {
          supplier,
          path: supplierDataPath(organisationName, code),
          kept: await readKept(useCases, supplier),
          wanted: exportOf(visit, supplier),
          EXPORT_FORMATS,
          EXPORTED_VALUES,
        },
        ofSupplier(visit, supplier, 'data'),
      );
    }),
  ],
});
