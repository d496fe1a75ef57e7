import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';
import { anOperator } from '../support/an-operator.ts';

const aSecret = () => randomBytes(32).toString('base64');
const ISSUE = ['api-key', 'issue', '--organisation', 'Acme'];

const DATABASE_URL = await aDatabase();
const DATA_DIR = theFolder();

const errorOf = (ran: { readonly code: number; readonly out: string; readonly err: string }) => [
  ran.code,
  ran.out,
  JSON.parse(ran.err).error.code,
];

describe('an API key that no service would accept (decisions 10)', () => {
  it('is not issued without the secret of the service, which other commands do not need', async () => {
    const operator = anOperator({ DATABASE_URL, DATA_DIR });
    expect(await operator('organisation', 'create', '--name', 'Acme')).toMatchObject({ code: 0 });
    const refused = await operator(...ISSUE);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toMatch(/^CARRYOVER_SECRET must be set .* Set it to the service's secret/);
    expect(errorOf(await operator(...ISSUE, '--json'))).toEqual([2, '', 'root_secret_missing']);
    expect((await operator('api-key', 'list', '--organisation', 'Acme', '--json')).json).toEqual([]);
    expect(await readdir(DATA_DIR)).toEqual([]);
  });

  it('is not issued under another secret than the one in use; during a rotation, under either', async () => {
    const [secret, another, next] = [aSecret(), aSecret(), aSecret()];
    const operatorWith = (CARRYOVER_SECRET: string, CARRYOVER_SECRET_PREVIOUS = '') =>
      anOperator({ DATABASE_URL, DATA_DIR, CARRYOVER_SECRET, CARRYOVER_SECRET_PREVIOUS });
    expect(await operatorWith(secret)(...ISSUE)).toMatchObject({ code: 0 });
    expect(errorOf(await operatorWith(another)(...ISSUE, '--json'))).toEqual([1, '', 'root_secret_differs']);
    expect((await operatorWith(another)(...ISSUE)).err).toContain("Set CARRYOVER_SECRET to the service's secret");
    expect(await operatorWith(next, secret)(...ISSUE)).toMatchObject({ code: 0 });
    const { json } = await operatorWith(another)('api-key', 'list', '--organisation', 'Acme', '--json');
    expect(json).toHaveLength(2);
  });

  it('is issued by one of two operators whose first keys have different secrets', async () => {
    const url = await aDatabase();
    const operators = [aSecret(), aSecret()].map((secret) =>
      anOperator({ DATABASE_URL: url, CARRYOVER_SECRET: secret }),
    );
    await operators[0]!('organisation', 'create', '--name', 'Acme');
    const codes = (await Promise.all(operators.map((operator) => operator(...ISSUE)))).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([0, 1]);
  });
});

describe('the label of an API key', () => {
  it('is listed with its prefix', async () => {
    const operator = anOperator({ DATABASE_URL: await aDatabase(), CARRYOVER_SECRET: aSecret() });
    await operator('organisation', 'create', '--name', 'Acme');
    expect((await operator(...ISSUE, '--label', 'Nightly batch')).out).toMatch(/Label +Nightly batch\n/);
    await operator(...ISSUE);
    const { json } = await operator('api-key', 'list', '--organisation', 'Acme', '--json');
    expect(json.map(({ label }: any) => label)).toEqual([null, 'Nightly batch']);
    const { out } = await operator('api-key', 'list', '--organisation', 'Acme');
    expect(out).toMatch(/^PREFIX +LABEL +STATE .*\nco_\w+ +- +live .*\nco_\w+ +Nightly batch +live /);
  });
});
