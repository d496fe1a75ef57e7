import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findCitus, HOW_TO_GET_CITUS } from '../support/postgresql/citus.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const USAGE = `Usage: npm run test:citus -- [options]

Runs the tests of the API, the console, the operator's command, the loader, tenancy, roles and the store on a Citus cluster
of three nodes, and then breaks its nodes under load. Without Citus on this machine it says so and ends with 0.

  --short    a part of the tests, and readers of the feed that are killed: \`npm run test:faults -- --short\` has the other faults
  --faults   six kinds of fault, 220 in all, and 200 kills of readers, and no tests; with --short, a few of each
  --cost     PostgreSQL's processor time per item on a cluster and on one server, and no tests: about five minutes
  --help
`;

/** The part of the tests that is run with `--short`. */
const SHORT_TESTS = [
  'test/citus/reconciliation',
  'test/citus/routing',
  'test/citus/shard-moves',
  'test/citus/keeping',
  'test/citus/feed',
  'test/citus/export',
  'test/tenancy/account-keys',
  'test/api/transactions',
  'test/operator/reconcile.test.ts',
];
const FAULTS = [
  'citus-node-killed',
  'citus-node-frozen',
  'citus-node-cut-off',
  'citus-coordinator',
  'citus-shards-moved',
  'citus-standby-promoted',
];
const FEED = 'citus-feed';

/** Runs one of our programs. @returns its exit code. */
const run = async (args: ReadonlyArray<string>): Promise<number> => {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
};

const runTests = (files: ReadonlyArray<string>): Promise<number> =>
  run(['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/citus/vitest.config.ts', ...files]);

const runFaults = (names: ReadonlyArray<string>, ...options: ReadonlyArray<string>): Promise<number> =>
  run(['test/faults/main.ts', '--only', names.join(), ...options]);

const FLAG = { type: 'boolean' } as const;
const OPTIONS = { short: FLAG, faults: FLAG, cost: FLAG, help: FLAG } as const;
const { short, faults, cost, help } = parseArgs({ options: OPTIONS }).values;

const runAll = async (): Promise<number> => {
  if (cost === true) return run(['test/citus/cost/main.ts']);
  if (faults === true) return runFaults([...FAULTS, FEED], ...(short === true ? ['--short'] : []));
  const tested = await runTests(short === true ? SHORT_TESTS : []);
  const broken = await runFaults(short === true ? [FEED] : [...FAULTS, FEED], '--short');
  return tested === 0 ? broken : tested;
};

if (help === true) process.stdout.write(USAGE);
else {
  const citus = await findCitus();
  await citus?.remove();
  if (citus === null) process.stdout.write(`skipped: Citus is not installed. ${HOW_TO_GET_CITUS}\n`);
  else process.exitCode = await runAll();
}
