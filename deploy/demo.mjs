// Fills an installation with demo data, once or again: the supplier DEMO with a hundred accounts and their items, and the
// proof that all arrived. It uses the operator's command and the loader as a person would, with the variables of both.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));
const ORGANISATION = 'Demo';
const SUPPLIER = 'DEMO';
/** Without payment instructions: no vendor knows those of a sample. */
const KINDS = ['notes', 'transactions', 'statements', 'billing-documents'];

const start = (program, args, { env = {}, stdout = 'inherit' } = {}) => {
  const options = { env: { ...process.env, ...env }, stdio: ['ignore', stdout, 'inherit'], encoding: 'utf8' };
  const ended = spawnSync(process.execPath, [RUN, program, ...args], options);
  if (ended.status !== 0) throw new Error(`Failed: ${program} ${args.join(' ')}`);
  return ended.stdout;
};
const operator = (...args) => start('operator', args);
const read = (...args) => JSON.parse(start('operator', [...args, '--json'], { stdout: 'pipe' }));

const OWNER = ['--organisation', ORGANISATION];
const MIGRATION = [...OWNER, '--supplier', SUPPLIER];

const createWhatIsMissing = () => {
  const isNamed = ({ name }) => name === ORGANISATION;
  if (!read('organisation', 'list').some(isNamed)) operator('organisation', 'create', '--name', ORGANISATION);
  const isOurs = ({ code }) => code === SUPPLIER;
  if (!read('supplier', 'list', ...OWNER).some(isOurs)) operator('supplier', 'create', ...OWNER, '--code', SUPPLIER);
};

/** Loads the files as the client does, with a key that is revoked at the end. */
const load = (files) => {
  const { api_key: apiKey, prefix } = read('api-key', 'issue', ...OWNER, '--label', 'demo data');
  try {
    start('load', ['load', ...files], { env: { CARRYOVER_API_KEY: apiKey } });
  } finally {
    operator('api-key', 'revoke', '--prefix', prefix, '--reason', 'The demo data is loaded');
  }
};

const folder = mkdtempSync(join(tmpdir(), 'carryover-demo-'));
try {
  createWhatIsMissing();
  start('load', ['sample', '--out', folder, '--accounts', '100', '--supplier', SUPPLIER]);
  operator('account', 'import', ...MIGRATION, '--file', join(folder, 'accounts.ndjson'));
  load(KINDS.map((kind) => join(folder, `${kind}.ndjson`)));
  operator('reconcile', ...MIGRATION, '--expected', join(folder, 'totals.csv'));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
