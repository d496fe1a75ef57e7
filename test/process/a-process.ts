import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aDatabase } from '../support/a-database.ts';
import type { Demo } from '../support/a-service.ts';
import { aServiceProcess } from '../support/a-service-process.ts';
import { obtainToken, poster, type Reply } from '../support/requests.ts';

export type RunningProcess = {
  readonly child: ChildProcess;
  readonly databaseUrl: string;
  readonly demo: Demo;
  readonly token: string;
  /** Returns the output so far. */
  readonly output: () => string;
  /** Its exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Posts notes of these bodies to the demo's account. */
  readonly post: (...bodies: ReadonlyArray<string>) => Promise<Reply>;
  /** The processes that it supervises. */
  readonly workers: () => ReadonlyArray<number>;
  readonly remove: () => Promise<void>;
};

/** Starts the service as a process of its own, on a database of its own, with the demo data. */
export const aProcess = async (environment: Readonly<Record<string, string>>): Promise<RunningProcess> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'carryover-process-'));
  const databaseUrl = await aDatabase();
  const ours = { DEMO: 'on', DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const { child, output, ended } = await aServiceProcess({ ...ours, ...environment });
  const demo: Demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const { token } = (await obtainToken(demo.base_url, demo.api_key)).json.data.obtainToken;
  return {
    child,
    databaseUrl,
    demo,
    token,
    output,
    ended,
    post: (...bodies) =>
      poster(demo.base_url, token)('/v1/data-import/notes/create/', {
        import_supplier: demo.import_supplier,
        external_account_number: demo.external_account_number,
        notes: bodies.map((body) => ({ body })),
      }),
    workers: () =>
      readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number),
    remove: async () => {
      child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
