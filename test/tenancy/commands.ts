import { join } from 'node:path';
import { DESCRIPTIONS } from '@carryover/operator/commands/descriptions';
import { operatorProgram } from '@carryover/operator/program';
import { makeProgram } from '@carryover/terminal/program';
import { inject } from 'vitest';
import { type Organisation, SHARED } from './organisation.ts';

type Commands = Awaited<ReturnType<typeof makeProgram>>;

/** The names of all commands of the operator, `supplier show`. */
export const commandNames = async (): Promise<ReadonlyArray<string>> => {
  const run = async () => undefined;
  const output = { writeOut: () => undefined, writeErr: () => undefined };
  const leaves = (command: Commands, path: ReadonlyArray<string>): ReadonlyArray<string> =>
    command.commands.length === 0
      ? [path.join(' ')]
      : command.commands.flatMap((child) => leaves(child as Commands, [...path, child.name()]));
  return leaves(await makeProgram(operatorProgram(run, run), Object.keys(DESCRIPTIONS), output), []);
};

/** The arguments of a command line other than the organisation. */
export type Operated = Organisation & {
  /** An import record of it. */
  readonly importId: string;
  /** Of an API key of it that may go. */
  readonly keyPrefix: string;
  readonly folder: string;
};

/** Names of files that a command writes. */
export const reportFiles = ({ folder, name }: Operated): ReadonlyArray<string> =>
  ['csv', 'html'].map((ending) => join(folder, `${name}.${ending}`));

/** The arguments of each command for one organisation; a command that is about all of them has none. */
export const argumentsOf = (of: Operated): Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> => {
  const { name, data, accountsFile, importId, keyPrefix } = of;
  const organisation = ['--organisation', name];
  const supplier = ['--supplier', SHARED, ...organisation];
  const account = [...supplier, '--account', 'E-1'];
  const ledger = [...account, '--ledger', 'L-1'];
  const [csv = '', html = ''] = reportFiles(of);
  const undo = ['--reason', `A mistake of ${name}`, '--even-if-answered', '--dry-run'];
  return {
    // While the statement periods are open.
    'imports undo': [
      ['--id', importId, ...undo],
      [...supplier, '--since', '2000-01-01', '--until', '2100-01-01', ...undo],
    ],
    'organisation create': [['--name', `${name} & Sons`]],
    'organisation list': [],
    // Of another organisation of this name: what follows needs this one.
    'organisation rename': [
      ['--name', `${name} & Sons`, '--to', `${name} & Daughters`],
      ['--name', `${name} & Daughters`, '--to', `${name} & Sons`],
    ],
    'organisation archive': [['--name', `${name} & Sons`]],
    'organisation restore': [['--name', `${name} & Sons`]],
    'api-key issue': [organisation],
    'api-key list': [organisation],
    'api-key revoke': [['--prefix', keyPrefix]],
    'supplier create': [[...organisation, '--code', `NEW-${name}`]],
    'supplier list': [organisation],
    'supplier show': [supplier, ['--supplier', data.ownSupplier]],
    'supplier configure': [[...supplier, '--automated-emails', 'on', '--document-root', `elsewhere of ${name}`]],
    'supplier pause': [supplier],
    'supplier complete': [supplier],
    'supplier resume': [supplier],
    'account import': [[...supplier, '--file', accountsFile]],
    'account promote': [[...supplier, '--account', 'P-1']],
    'account list': [supplier],
    'account find': [
      [...supplier, '--transaction-id', 'T-1'],
      [...supplier, '--statement-id', 'S-1'],
    ],
    'account erase': [[...account, '--reason', `Asked of ${name}`, '--dry-run']],
    'account export': [[...account, '--out', join(of.folder, `${name}.json`)]],
    'account show': [account, [...supplier, '--account', 'E-2']],
    'ledger open-period': [[...ledger, '--from', `${data.year}-10-20`]],
    'ledger close-period': [ledger],
    'ledger finalize': [[...account, '--ledger', 'L-2']],
    'audit list': [supplier, organisation],
    'imports list': [supplier, account, [...supplier, '--outcome', 'refused'], [...supplier, '--outcome', 'dry_run']],
    'imports show': [['--id', importId]],
    'imports failures': [supplier, account],
    prune: [[...supplier, '--dry-run', '--ongoing-too']],
    completion: [],
    doctor: [],
    migrate: [],
    'evidence key create': [],
    'evidence verify': [],
    'platform-key issue': [[...organisation, '--label', `billing of ${name}`]],
    'platform-key list': [],
    'platform-key revoke': [],
    'seal export': [],
    'seal list': [],
    'seal verify': [],
    'verify-storage': [supplier, account],
    // A cluster has none (docs/hand-over.md).
    export: inject('postgresNodes').length > 1 ? [] : [[...supplier, '--out', join(of.folder, `export of ${name}`)]],
    // The rows of an endpoint change by themselves, when the service sends.
    'webhook add': [],
    'webhook list': [],
    'webhook remove': [],
    'webhook resume': [],
    'webhook rotate': [],
    'webhook show': [],
    'webhook suspend': [],
    'webhook test': [],
    reconcile: [[...supplier, '--csv', csv, '--html', html]],
  };
};
