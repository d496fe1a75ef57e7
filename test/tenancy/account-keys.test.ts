import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { obtainToken, poster } from '../support/requests.ts';
import { ALDER } from './data.ts';
import { requestsOf } from './requests.ts';

/** Two account numbers that have the same key in this organisation and supplier (ADR 4). */
const ORGANISATION = '00000000-0000-7000-8000-000000000001';
const SUPPLIER = 'S';
const ONE = '659D44E0E280A079';
const OTHER = '4EBFEA7C169EF464';

const account = (number: string) => ({
  external_account_number: number,
  status: 'IMPORTED',
  ledgers: [{ ledger_number: 'L-1', ledger_code: 'GAS', open_statement: { from: '2019-10-01' } }],
});

const importAccounts = async (...numbers: ReadonlyArray<string>) => {
  const file = join(folder, `${numbers.join('-')}.ndjson`);
  await writeFile(file, numbers.map((number) => `${JSON.stringify(account(number))}\n`).join(''));
  const { json } = await operator('account', 'import', '--supplier', SUPPLIER, '--file', file, '--json');
  return json;
};

const service = await theService();
const folder = service.dataDir;
const operator = anOperator(service.operatorEnvironment);
await operator('organisation', 'create', '--name', 'Hashed');
await service.sql(`update organisation set id = $1 where name = 'Hashed'`, [ORGANISATION]);
await operator('supplier', 'create', '--organisation', 'Hashed', '--code', SUPPLIER, '--document-root', 's3://d');

describe('two accounts that have the same key', () => {
  it('are not both added: the later one is rejected, in the same file and in the next', async () => {
    const both = await importAccounts(ONE, OTHER);
    expect([both.created, both.rejected]).toEqual([1, 1]);
    const next = await importAccounts(OTHER, ONE);
    expect([next.created, next.unchanged, next.rejected]).toEqual([0, 1, 1]);
    for (const { rejects_file } of [both, next])
      expect(JSON.parse(await readFile(rejects_file, 'utf8'))).toMatchObject({
        code: 'account_key_collision',
        external_account_number: OTHER,
      });
  });

  it('are not mistaken for each other: every request for the rejected one is answered as for one that nobody has', async () => {
    const { json } = await operator('api-key', 'issue', '--organisation', 'Hashed', '--json');
    const { token } = (await obtainToken(service.baseUrl, json.api_key)).json.data.obtainToken;
    const post = poster(service.baseUrl, token);
    const named = (number: string) => ({ import_supplier: SUPPLIER, external_account_number: number });
    const notes = { notes: [{ body: 'One has data.' }] };
    expect((await post('/v1/data-import/notes/create/', { ...named(ONE), ...notes })).status).toBe(201);

    const answers = async (number: string) => {
      const answered = [];
      for (const [path, bodies] of Object.entries(requestsOf(ALDER, named(number)))) {
        // Control totals may be registered before their account exists.
        if (path.endsWith('/register/')) continue;
        for (const body of bodies) {
          const { status, text } = await post(path, body);
          answered.push([path, status, text.replaceAll(number, 'NUMBER')]);
        }
      }
      return answered;
    };
    expect(await answers(OTHER)).toEqual(await answers('0000000000000000'));
    const shown = (number: string) =>
      operator('account', 'show', '--supplier', SUPPLIER, '--account', number, '--json');
    expect((await shown(ONE)).json.notes).toHaveLength(1);
    const { code, err } = await shown(OTHER);
    expect([code, JSON.parse(err).error.code]).toEqual([1, 'account_not_found']);
  });
});
