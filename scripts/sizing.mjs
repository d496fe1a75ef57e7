// Estimates the cores, disk, write-ahead log and hours of a migration from measured figures (docs/sizing.md).
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { estimate } from './sizing/estimate.ts';

const USAGE = `npm run sizing -- --accounts N --items N [--items-per-request N] [--refused N] [--dry-runs N] (--hours N | --cores N)

  --accounts            accounts in all, each with a ledger and a statement period
  --items               notes, transactions, documents and statements in all
  --items-per-request   how many the client sends together (default: 100)
  --refused             requests that are refused (default: 0)
  --dry-runs            dry runs (default: 0)
  --hours               the time there is: says how many cores are needed
  --cores               the cores there are: says how many hours are needed
  --json                print JSON, for scripts
`;
const figures = JSON.parse(readFileSync(new URL('./sizing/figures.json', import.meta.url), 'utf8'));

class WrongUsage extends Error {}

const OPTIONS = {
  accounts: { type: 'string' },
  items: { type: 'string' },
  'items-per-request': { type: 'string', default: '100' },
  refused: { type: 'string' },
  'dry-runs': { type: 'string' },
  hours: { type: 'string' },
  cores: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

const readOptions = () => {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new WrongUsage(error.message);
  }
};

const numberOf = (values, name) => {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) <= 0) throw new WrongUsage(`--${name} must be a number above 0.`);
  return Number(text);
};

const readWork = (values) => {
  const [accounts, items, itemsPerRequest, refusedRequests, dryRuns, hours, cores] = [
    'accounts',
    'items',
    'items-per-request',
    'refused',
    'dry-runs',
    'hours',
    'cores',
  ].map((name) => numberOf(values, name));
  if (accounts === undefined || items === undefined) throw new WrongUsage('Give --accounts and --items.');
  if ((hours === undefined) === (cores === undefined)) throw new WrongUsage('Give either --hours or --cores.');
  return { accounts, items, itemsPerRequest: Math.max(1, itemsPerRequest), refusedRequests, dryRuns, hours, cores };
};

const count = (number) => number.toLocaleString('en');
const gigabytes = (bytes) => `${count(Math.ceil(bytes / 1e9))} GB`;
const short = (number) => number.toFixed(1);

const toText = (work, { cores, hours, serviceShare, diskBytes, walBytes }) =>
  [
    ['Items', `${count(work.items)} in ${count(work.accounts)} accounts, ${count(work.itemsPerRequest)} per request`],
    ['Cores', `${count(cores)}, of which the service uses ${short(cores * serviceShare)}, PostgreSQL the rest`],
    ['Hours', `${short(hours)}, at ${count(Math.round(work.items / hours / 3600))} items per second`],
    ['Disk', `${gigabytes(diskBytes)} of tables and indexes`],
    ['Write-ahead log', `${gigabytes(walBytes)} in all`],
  ]
    .map(([name, value]) => `${name.padEnd(17)}${value}\n`)
    .join('');

try {
  const values = readOptions();
  if (values.help) process.stdout.write(USAGE);
  else {
    const work = readWork(values);
    const estimated = estimate(figures, work);
    process.stdout.write(values.json ? `${JSON.stringify(estimated)}\n` : toText(work, estimated));
  }
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
