import { DEMO } from '@carryover/settings/demo';
import pg from 'pg';
import { aService, type RunningService } from '../../support/a-service.ts';
import { anAccount, type TestAccount } from '../../support/an-account.ts';

/** A service to be attacked, and what it stores. */
export type Target = {
  readonly service: RunningService;
  /** A new imported account: main ledger `L-1` of `ELECTRICITY`, 2019-10-01 to 2019-10-15 open. */
  readonly account: (supplier?: string) => Promise<TestAccount>;
  readonly rows: <Row = Record<string, unknown>>(
    sql: string,
    parameters?: ReadonlyArray<unknown>,
  ) => Promise<ReadonlyArray<Row>>;
  /** Requests, by their ids, that left something on these accounts, or on any; each with the tables it is in. */
  readonly tracesOf: (
    ids: ReadonlyArray<string>,
    accounts?: ReadonlyArray<TestAccount>,
  ) => Promise<Readonly<Record<string, ReadonlyArray<string>>>>;
  readonly stop: () => Promise<void>;
};

/** A supplier that leaves unknown fields out, refuses wrong arithmetic and has a document root. */
export const LENIENT = 'LENIENT';
/** A paused supplier with an imported account `E-1` and a staged one, `EXTERNAL-STAGED`. */
const PAUSED = 'PAUSED';

/** Everything that an account has, but for its ledgers, which the operator gave it; and what names the request it is of. */
const TABLES = {
  note: 'import_id',
  ledger_transaction: 'import_id',
  billing_document: 'import_id',
  historical_statement: 'import_id',
  payment_instruction: 'import_id',
  ledger_history: 'import_id',
  accepted_import: 'id',
};

const TRACES = `select id, array_agg(name order by name) as tables from (${Object.entries(TABLES)
  .map(
    ([table, id]) => `select distinct ${id} as id, '${table}' as name from ${table}
      where ($2::text[] is null or account_id in (select id from account where external_account_number = any($2)))
        and ${id} = any($1::uuid[])`,
  )
  .join(' union all ')}) of group by id`;

/** Starts it, with the vendor sandbox, and with each client's own address behind `X-Forwarded-For`. */
export const aTarget = async (environment: Record<string, string> = {}): Promise<Target> => {
  const service = await aService({ VENDOR_SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1', ...environment });
  const pool = new pg.Pool({ connectionString: service.databaseUrl, max: 4 });
  const rows = async <Row>(sql: string, parameters: ReadonlyArray<unknown> = []) =>
    (await pool.query(sql, [...parameters])).rows as Row[];
  const { operator, demo } = service;
  const lenient = { documentRoot: 'root', supplyChargeArithmetic: 'enforce', unknownFields: 'report' } as const;
  await operator.createSupplier(DEMO.organisation, LENIENT, lenient);
  await operator.createSupplier(DEMO.organisation, PAUSED);
  await anAccount(service, { supplier: PAUSED, number: 'E-1', openFrom: null });
  await anAccount(service, { supplier: PAUSED, number: 'EXTERNAL-STAGED', status: 'STAGED', openFrom: null });
  await operator.changeSupplier(PAUSED, { status: 'Paused' });
  return {
    service,
    account: (supplier = demo.import_supplier) => anAccount(service, { supplier }),
    rows,
    tracesOf: async (requests, accounts) => {
      const on = accounts?.map((account) => account.external_account_number) ?? null;
      const found = await rows<{ readonly id: string; readonly tables: ReadonlyArray<string> }>(TRACES, [requests, on]);
      return Object.fromEntries(found.map(({ id, tables }) => [id, tables]));
    },
    stop: async () => {
      await pool.end();
      await service.stop();
    },
  };
};
