import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { KINDS } from '@carryover/contract/kinds';
import { causeMessage } from '@carryover/settings/cause-message';
import type { DataSettings } from '@carryover/settings/data-settings';
import { DEMO } from '@carryover/settings/demo';

/** The files of items that `carryover sample` writes. */
const FILES = KINDS.map((kind) => `${kind}.ndjson`);

/** A row with a seeded fault need not be JSON. */
const ACCOUNT = /"external_account_number":"([^"]*)"/;

const linesOf = async (file: string): Promise<ReadonlyArray<string>> =>
  (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');

/** Divides sample files by account into folders of their own. @returns the folders, each with some accounts. */
const divide = async (folder: string, parts: number): Promise<ReadonlyArray<string>> => {
  const folders = Array.from({ length: parts }, (_, at) => join(folder, `part-${at + 1}`));
  for (const one of folders) await mkdir(one);
  const accounts = (await linesOf(join(folder, 'accounts.ndjson'))).map((line) => ACCOUNT.exec(line)?.[1]);
  const partOf = new Map(accounts.map((account, at) => [account, Math.floor((at * parts) / accounts.length)]));
  for (const file of FILES) {
    const byPart = Map.groupBy(await linesOf(join(folder, file)), (line) => partOf.get(ACCOUNT.exec(line)?.[1]) ?? 0);
    for (const [part, lines] of byPart) await writeFile(join(folders[part]!, file), `${lines.join('\n')}\n`);
  }
  return folders;
};

/** A run that loads sample data into the demo supplier. */
type SampleDataState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly sent: number; readonly parts: number }
  | { readonly kind: 'ended'; readonly failure: string | null };

/** Generates sample data for the demo supplier and loads it at a pace that can be watched: about a minute. */
type SampleData = {
  /** Returns false if there is no demo to load into. */
  readonly isOffered: () => boolean;
  readonly state: () => SampleDataState;
  /** Begins a run in the background, unless one is under way. @param by the person who asked for it. */
  readonly start: (by: string) => void;
  /** Ends the run after the part that is being sent, and resolves then. */
  readonly stop: () => Promise<void>;
};

const ACCOUNTS = 120;
const PARTS = 24;
const PART_MS = 2_500;
const MAX_SEED = 1_000_000;

/** Exit codes of the loader: all accepted, and some rejected, as the seeded faults are. */
const DONE = [0, 1];

const PROGRAMS = {
  loader: fileURLToPath(new URL('../../loader/bin/carryover.mjs', import.meta.url)),
  operator: fileURLToPath(new URL('../../operator/bin/carryover-operator.mjs', import.meta.url)),
};

/** @param settings of the demo's data; its programs read the same. */
export const makeSampleData = ({ dataDir, databaseUrl }: DataSettings): SampleData => {
  const environment = { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
  let state: SampleDataState = { kind: 'idle' };
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  /** Runs a program as a person would. Rejects with what it says if its exit code is not expected. */
  const run = (program: keyof typeof PROGRAMS, args: ReadonlyArray<string>, accepted: ReadonlyArray<number>) =>
    new Promise<void>((resolve, reject) => {
      execFile(process.execPath, [PROGRAMS[program], ...args], { env: environment }, (error, _out, said) => {
        if (accepted.includes(error === null ? 0 : Number(error.code))) resolve();
        else reject(new Error(said.trim() || error?.message));
      });
    });

  const load = async (folder: string, by: string): Promise<void> => {
    const sample = ['sample', '--out', folder, '--accounts', `${ACCOUNTS}`, '--faults', '3%'];
    await run('loader', [...sample, '--seed', `${randomInt(1, MAX_SEED)}`], [0]);
    const supplier = ['--supplier', DEMO.importSupplier, '--organisation', DEMO.organisation];
    const reason = ['--as', by, '--reason', 'sample data'];
    await run(
      'operator',
      ['account', 'import', ...supplier, '--file', join(folder, 'accounts.ndjson'), ...reason],
      [0],
    );
    for (const [sent, part] of (await divide(folder, PARTS)).entries()) {
      state = { kind: 'running', sent, parts: PARTS };
      const pause = delay(PART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      await run('loader', ['load', part], DONE);
      await pause;
      if (stopping.signal.aborted) return;
    }
  };

  const runOnce = async (by: string): Promise<void> => {
    const folder = await mkdtemp(join(dataDir, 'sample-data-'));
    try {
      await load(folder, by);
      state = { kind: 'ended', failure: null };
    } catch (error) {
      state = { kind: 'ended', failure: causeMessage(error) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    isOffered: () => existsSync(join(dataDir, 'demo.json')),
    state: () => state,
    start: (by) => {
      if (state.kind === 'running') return;
      state = { kind: 'running', sent: 0, parts: PARTS };
      stopping = new AbortController();
      running = runOnce(by);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
