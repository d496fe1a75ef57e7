import { COUNTED_TYPES, type CountedType } from '@carryover/domain/control-total';
import { visible } from '@carryover/terminal/visible';
import type { Report } from './report.ts';

const COMPARED: Readonly<Record<CountedType, string>> = {
  NOTE: 'notes per account (without those that the service added)',
  STATEMENT: 'statements per account',
  BILLING_DOCUMENT: 'billing documents per ledger',
};
const NOT_COMPARED: Readonly<Record<CountedType, string>> = {
  NOTE: 'notes',
  STATEMENT: 'statements',
  BILLING_DOCUMENT: 'billing documents',
};

const list = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const coverageOf = ({ supplierCode, organisation, comparison, controlFile }: Report): string => {
  const stored = `what is stored for the import supplier ${visible(supplierCode)} of ${visible(organisation)}`;
  if (comparison === null || controlFile === null)
    return `This report shows ${stored}; no control totals were given, so nothing was compared.`;
  const { countedTypes } = comparison;
  const others = COUNTED_TYPES.filter((type) => !countedTypes.includes(type));
  const compared = ['the number and the exact sum of transactions per account, ledger and type'];
  if (countedTypes.length > 0) compared.push(`the number of ${list(countedTypes.map((type) => COMPARED[type]))}`);
  const left = list([...others.map((type) => NOT_COMPARED[type]), 'payment instructions']);
  return `This report compares ${stored} with the control file ${visible(controlFile.name)}: ${list(compared)}; it does not compare ${left}.`;
};

/** Imports may go on between the moments at which the nodes are read. */
const NOT_FINAL =
  ' The import supplier is Ongoing, and each node of the database was read at a moment of its own: for the final proof, pause the supplier and reconcile again.';

/** Says what the report covers, and what it does not. */
export const scopeOf = (report: Report): string => {
  const isFinal = report.isOfOneMoment || report.supplierStatus !== 'Ongoing';
  return `${coverageOf(report)}${isFinal ? '' : NOT_FINAL}`;
};
