import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { aService, type RunningService } from '../../support/a-service.ts';
import type { TestAccount } from '../../support/an-account.ts';

/** A service to be attacked, and a look behind it. */
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
export const PAUSED = 'PAUSED';

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

const MAKE_ACCOUNT = `
  with made as (
    insert into account (supplier_id, external_account_number, status, created_at)
    select id, $2, 'IMPORTED', now() from import_supplier where code = $1 returning id),
  with_ledger as (
    insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
    select id, 'L-1', 'ELECTRICITY', true, false from made)
  insert into statement_period (account_id, ledger_number, from_date, to_date, is_open)
  select id, 'L-1', '2019-10-01', '2019-10-15', true from made returning account_id as id`;

const MAKE_SUPPLIERS = `
  insert into import_supplier (id, organisation_id, code, status, document_root, verify_documents, automated_emails,
    supply_charge_arithmetic, unknown_fields, created_at)
  select gen_random_uuid(), organisation_id, made.code, made.status, made.root, false, false, made.arithmetic, made.unknown, now()
  from import_supplier, (values
    ('${LENIENT}', 'Ongoing', 'root', 'enforce', 'report'),
    ('${PAUSED}', 'Paused', '', 'report', 'refuse')) made (code, status, root, arithmetic, unknown)`;

const TRACES = `select id, array_agg(name order by name) as tables from (${Object.entries(TABLES)
  .map(
    ([table, id]) => `select distinct ${id} as id, '${table}' as name from ${table}
      where ($2::bigint[] is null or account_id = any($2)) and ${id} = any($1::uuid[])`,
  )
  .join(' union all ')}) of group by id`;

/** Starts it, with the vendor sandbox, and with each client's own address behind `X-Forwarded-For`. */
export const aTarget = async (environment: Record<string, string> = {}): Promise<Target> => {
  const service = await aService({ VENDOR_SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1', ...environment });
  const pool = new pg.Pool({ connectionString: service.databaseUrl, max: 4 });
  const rows = async <Row>(sql: string, parameters: ReadonlyArray<unknown> = []) =>
    (await pool.query(sql, [...parameters])).rows as Row[];
  await rows(MAKE_SUPPLIERS);
  const ids = new WeakMap<TestAccount, string>();
  return {
    service,
    account: async (supplier = service.demo.import_supplier) => {
      const account = {
        import_supplier: supplier,
        external_account_number: `E-${randomBytes(6).toString('hex')}`,
      };
      const [made] = await rows<{ readonly id: string }>(MAKE_ACCOUNT, Object.values(account));
      ids.set(account, made!.id);
      return account;
    },
    rows,
    tracesOf: async (requests, accounts) => {
      const on = accounts?.map((account) => ids.get(account)) ?? null;
      const found = await rows<{ readonly id: string; readonly tables: ReadonlyArray<string> }>(TRACES, [requests, on]);
      return Object.fromEntries(found.map(({ id, tables }) => [id, tables]));
    },
    stop: async () => {
      await pool.end();
      await service.stop();
    },
  };
};
