import { joinEmbeddedPostgres } from '@carryover/embedded-postgres/embedded-postgres';
import pg from 'pg';

/** A database that those of contenders are copied from. */
export type Template = {
  readonly database: string;
  /** True if it has the accounts already, and rows of them: it is then large, and analysed. */
  readonly isFilled: boolean;
};

/** The measurement's own PostgreSQL server, as the service's own default sets it up. */
export type Cluster = {
  readonly version: string;
  /** Process id of the server; its backends are its children. */
  readonly pid: number;
  /** @returns its URL. */
  readonly createDatabase: (name: string, template?: Template) => Promise<string>;
  readonly dropDatabase: (name: string) => Promise<void>;
  /** Bytes of write-ahead log written so far, by all databases. */
  readonly walBytes: () => Promise<number>;
  /** Flushes the memory, so that no contender starts with pending work of another. */
  readonly checkpoint: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const named = (url: string, name: string): string => {
  const its = new URL(url);
  its.pathname = `/${name}`;
  return its.href;
};

/** Runs SQL on a database over its own connection. */
export const onDatabase = async <A>(url: string, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const createStatement = (name: string, template: Template | undefined): string => {
  const created = `create database ${name} owner carryover`;
  if (template === undefined) return created;
  // Files are the faster copy of a large database, the log is that of a small one.
  return `${created} template ${template.database} strategy ${template.isFilled ? 'file_copy' : 'wal_log'}`;
};

/** @param dataDir an empty folder: the cluster is made for this run. */
export const startCluster = async (dataDir: string): Promise<Cluster> => {
  const postgres = await joinEmbeddedPostgres({ dataDir });
  // The cluster's superuser has the same password; only it may checkpoint and read the server's process id.
  const superuser = new URL(named(postgres.url, 'postgres'));
  superuser.username = 'postgres';
  const admin = new pg.Pool({ connectionString: superuser.href, max: 4 });
  admin.on('error', () => undefined);
  const value = async (sql: string): Promise<string> => String(Object.values((await admin.query(sql)).rows[0])[0]);
  return {
    version: await value(`select current_setting('server_version')`),
    pid: Number(await value(`select split_part(pg_read_file('postmaster.pid'), chr(10), 1)`)),
    createDatabase: async (name, template) => {
      await admin.query(createStatement(name, template));
      return named(postgres.url, name);
    },
    dropDatabase: async (name) => void (await admin.query(`drop database ${name} with (force)`)),
    walBytes: async () => Number(await value(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn`)),
    checkpoint: async () => void (await admin.query('checkpoint')),
    stop: async () => {
      await admin.end();
      await postgres.leave();
    },
  };
};
