import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import type { Batch } from '../batches/batch.ts';
import { check } from '../checker/check.ts';
import type { Disagreement } from '../checker/disagreement.ts';
import { checkStrangers } from '../checker/strangers.ts';
import { deliver } from '../load/deliver.ts';
import { openConnection } from '../load/http.ts';
import { type Load, startLoad } from '../load/load.ts';
import { makeSource, type Source } from '../load/source.ts';
import { makeTokens, type Tokens } from '../load/token.ts';
import { Model } from '../model.ts';
import { makeRandom, seedOf } from '../random.ts';
import { Watch } from '../watch.ts';
import { importAccounts } from './accounts.ts';
import { type Database, onDatabase } from './database.ts';
import type { Endings } from './endings.ts';
import { watchLivez } from './livez.ts';
import { type Service, startService } from './service.ts';

type InstallationOptions = {
  readonly folder: string;
  readonly accounts: number;
  readonly database: Database;
  /** Environment of each process, in addition to its folder and port; all share accounts and tokens. */
  readonly services: ReadonlyArray<Readonly<Record<string, string>>>;
  readonly seed: number;
};

/** Between two attempts at a request that is delivered by hand. */
const PAUSE_MS = 25;
/** A response that is no longer awaited. */
const GIVEN_UP_AFTER_MS = 120_000;
const SUPERVISED_FOR_MS = 180_000;
const RESTARTED_AFTER_MS = 1_000;

/** One or two processes of the service over a database, what was sent to them, and what is held against them. */
export class Installation {
  readonly model = new Model();
  readonly watch = new Watch();
  /** All that any comparison found. */
  readonly disagreements: Disagreement[] = [];
  readonly folder: string;
  readonly database: Database;
  readonly #options: InstallationOptions;
  readonly #endings: Endings;
  readonly #services: Service[] = [];
  readonly #environments: Readonly<Record<string, string>>[] = [];
  #tokens!: Tokens;
  #loads = 0;
  #mayBeSilent = false;
  /** How often processes may have been silent. */
  silences = 0;

  private constructor(options: InstallationOptions, endings: Endings) {
    this.#options = options;
    this.#endings = endings;
    this.folder = options.folder;
    this.database = options.database;
  }

  static async open(options: InstallationOptions, endings: Endings): Promise<Installation> {
    const installation = new Installation(options, endings);
    const secret = randomBytes(32).toString('base64');
    const several = options.services.length > 1;
    for (const [index, environment] of options.services.entries()) {
      const role = index === 0 ? { DEMO: 'on' } : { DEMO: 'off', LOG_LEVEL: 'info' };
      const shared = several ? { CARRYOVER_SECRET: secret, ...role } : {};
      await installation.#start(index, await freePort(), { ...shared, ...environment });
      await endings.add(() => installation.service(index).stop());
      const livez = watchLivez(
        () => installation.service(index),
        () => installation,
        installation.watch,
      );
      await endings.add(livez.stop);
      installation.#environments[index] = { ...shared, ...environment };
    }
    await importAccounts(options.accounts, { dataDir: installation.dataDir(0), environment: options.services[0]! });
    const demo = JSON.parse(await readFile(join(installation.dataDir(0), 'demo.json'), 'utf8')) as { api_key: string };
    const connection = openConnection(() => installation.service(0).port);
    await endings.add(async () => connection.close());
    installation.#tokens = makeTokens(connection, demo.api_key);
    if (!(await installation.#tokens.renew(''))) throw new Error('The service gives no token.');
    return installation;
  }

  /** While a process is stopped, told to stop, or without the processor on purpose. */
  get mayBeSilent(): boolean {
    return this.#mayBeSilent;
  }

  set mayBeSilent(may: boolean) {
    if (may) this.silences += 1;
    this.#mayBeSilent = may;
  }

  dataDir(index: number): string {
    return join(this.folder, `service-${index}`);
  }

  /** The number of its processes. */
  get processes(): number {
    return this.#services.length;
  }

  service(index = 0): Service {
    return this.#services[index]!;
  }

  /** The environment of a command beside the first service. */
  async environment(): Promise<Record<string, string>> {
    const dataDir = this.dataDir(0);
    const secret = await readFile(join(dataDir, 'secret'), 'utf8').catch(() => '');
    return { DATA_DIR: dataDir, CARRYOVER_SECRET: secret.trim(), ...this.#environments[0] };
  }

  async #start(index: number, port: number, environment: Readonly<Record<string, string>>): Promise<void> {
    this.#services[index] = await this.#endings.restart(
      () => startService({ dataDir: this.dataDir(index), port, environment }),
      (service) => service.stop(),
    );
  }

  /** Starts a process again that has ended, on its port; once more if it ends, as a supervisor does, until its database is there. */
  async restart(index = 0): Promise<void> {
    const deadline = performance.now() + SUPERVISED_FOR_MS;
    for (;;) {
      try {
        return await this.#start(index, this.service(index).port, this.#environments[index]!);
      } catch (error) {
        if (this.#endings.isOver || performance.now() > deadline) throw error;
      }
      await delay(RESTARTED_AFTER_MS);
    }
  }

  /** @param thinkMs longest pause of a connection between two requests. */
  startLoad({ thinkMs = 20, connections = 16 } = {}): Load & Pick<Source, 'moveOn'> {
    const name = `r${this.#loads++}`;
    const random = makeRandom(seedOf(this.#options.seed, name));
    const source = makeSource(random, this.#options.accounts, name);
    const port = (connection: number) => this.service(connection % this.#services.length).port;
    const shared = { tokens: this.#tokens, model: this.model, watch: this.watch };
    return { ...startLoad({ connections, port, source, random, thinkMs, ...shared }), moveOn: source.moveOn };
  }

  /** Requests made as those of a load are, to be delivered by hand. */
  makeSource(name: string): Source {
    return makeSource(makeRandom(seedOf(this.#options.seed, name)), this.#options.accounts, name);
  }

  /**
   * Delivers one request on its own connection.
   *
   * @param options.attempts after so many answers it is left as it is.
   * @returns its last status; null if it was given up.
   */
  async deliver(
    batch: Batch,
    { index = 0, attempts = Number.POSITIVE_INFINITY }: { readonly index?: number; readonly attempts?: number } = {},
  ): Promise<number | null> {
    const connection = openConnection(() => this.service(index).port);
    const signal = AbortSignal.timeout(GIVEN_UP_AFTER_MS);
    const shared = { tokens: this.#tokens, model: this.model, watch: this.watch };
    try {
      return await deliver(batch, { connection, ...shared, pauseMs: PAUSE_MS, signal, attempts });
    } finally {
      connection.close();
    }
  }

  /** Compares the tables with the model: what was worked on since the last time, or everything. */
  async check(what: 'touched' | 'everything'): Promise<ReadonlyArray<Disagreement>> {
    const touched = this.model.takeTouched();
    const accounts = what === 'touched' ? touched : this.model.accounts;
    const found = await onDatabase(this.database, 'carryover', async (client) => [
      ...(await check(client, this.model, accounts)),
      ...(what === 'everything' ? await checkStrangers(client, this.model.accounts) : []),
    ]);
    this.disagreements.push(...found);
    return found;
  }
}
