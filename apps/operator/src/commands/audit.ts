import { type ActionState, identified, type OperatorAction } from '@carryover/application/ports/administration';
import { table, wire } from '@carryover/terminal/output';
import type { Command } from 'commander';
import { command, group, identifier, moment, type Runner, supplierCode, wholeNumber } from '../command.ts';

const DEFAULT_LIMIT = 50;

const toJson = (action: OperatorAction) => ({
  ...wire(action, 'id', 'performedAt', 'performedBy', 'performedBySubject', 'performedByIssuer', 'reason', 'action'),
  organisation: action.organisation,
  supplier: action.supplierCode,
  ...wire(action, 'externalAccountNumber', 'ledgerNumber', 'before', 'after'),
});

/** `Acme / ACME / E-1 / L-1`. */
const showSubject = ({
  organisation,
  supplierCode: code,
  externalAccountNumber,
  ledgerNumber,
}: OperatorAction): string =>
  [organisation, code, externalAccountNumber, ledgerNumber].filter((part) => part !== null).join(' / ');

const showValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Of an account import's end: the id of the action of its start, which is the one before it. */
const FOR_SCRIPTS = 'start_action';

/** Formats a change: `status: Ongoing → Paused`; only the values if there was nothing before. */
const showChange = ({ before, after }: OperatorAction): string => {
  const all = [before, after].flatMap((state: ActionState | null) => Object.keys(state ?? {}));
  const names = [...new Set(all)].filter((name) => name !== FOR_SCRIPTS);
  const isSame = (name: string) => JSON.stringify(before?.[name]) === JSON.stringify(after?.[name]);
  return names
    .map((name) => {
      const now = showValue(after?.[name]);
      return before === null || isSame(name) ? `${name}: ${now}` : `${name}: ${showValue(before[name])} → ${now}`;
    })
    .join(', ');
};

const toText = (actions: ReadonlyArray<OperatorAction>, limit: number): string => {
  const rows = table(
    ['TIME', 'WHO', 'ACTION', 'OF', 'CHANGE', 'REASON'],
    actions.map((one) => [one.performedAt, identified(one), one.action, showSubject(one), showChange(one), one.reason]),
    'No operator actions.',
  );
  return actions.length < limit ? rows : `${rows}Only the latest ${limit} are shown. To see more, use --limit.\n`;
};

const listAll = (run: Runner): Command =>
  command('list', 'list operator actions, newest first')
    .option('--supplier <code>', 'only this supplier', supplierCode)
    .option('--organisation <name>', 'only this organisation, or its supplier with that code', identifier)
    .option('--since <time>', 'only from this day or UTC time', moment)
    .option('--until <time>', 'only before this day or UTC time', moment)
    .option('--limit <number>', `maximum number of rows (default: ${DEFAULT_LIMIT})`, wholeNumber)
    .action(({ supplier = null, organisation = null, since = null, until = null, limit = DEFAULT_LIMIT, ...options }) =>
      run(
        options,
        ({ audit }) => audit.list({ supplier, organisation, since, until, limit }),
        (actions) => ({ text: toText(actions, limit), json: actions.map(toJson) }),
      ),
    );

export const auditCommand = (run: Runner): Command => group('audit').addCommand(listAll(run));
