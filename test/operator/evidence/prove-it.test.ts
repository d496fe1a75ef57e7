import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { theService } from '../../support/a-service.ts';
import { anAccount } from '../../support/an-account.ts';
import { anOperator } from '../../support/an-operator.ts';
import { payment } from '../../support/bodies.ts';

const service = await theService({ SEAL_INTERVAL_SECONDS: '1' });
const folder = service.dataDir;

it('"Prove it" of docs/operations.md leads to a pack that is sound, with the receipt of the client', async () => {
  const account = await anAccount(service, { number: 'E-1' });
  const { headers } = await service.post('/v1/data-import/transactions/create/', {
    ...account,
    transactions: [payment('1')],
  });
  const receipt = { import_id: headers.get('x-import-id'), sha256: headers.get('x-payload-sha256') };
  await writeFile(join(folder, 'receipts.ndjson'), JSON.stringify(receipt));
  const totals = 'external_account_number,ledger_number,type,count,sum\nE-1,L-1,PAYMENT,1,71.00\n';
  await writeFile(join(folder, 'totals.csv'), totals);

  const all = anOperator(service.operatorEnvironment);
  await expect.poll(async () => (await all('seal', 'verify', '--json')).json.unsealed, { timeout: 20_000 }).toBe(0);
  const page = await readFile('docs/operations.md', 'utf8');
  const script = /<!-- prove-it -->\n```sh\n([\s\S]*?)```/.exec(page)![1]!;
  const commands = script.trim().replaceAll('\\\n', ' ').split('\n');
  const inFolder = (word: string) => (/\.(?:key|pub|zip|csv|html|ndjson)$/.test(word) ? join(folder, word) : word);
  for (const command of commands) {
    const [, variables = '', rest = ''] = /^((?:[A-Z_]+=\S+ )*)carryover-operator (.*)$/.exec(command)!;
    const set =
      variables.trim() === ''
        ? []
        : variables
            .trim()
            .split(' ')
            .map((one) => one.split('=') as [string, string]);
    const environment = Object.fromEntries(set.map(([name, value]) => [name, inFolder(value)]));
    const words = rest.split(/ +/).map((word) => inFolder(word.replace('ACME', service.demo.import_supplier)));
    const { code, err } = await anOperator({ ...service.operatorEnvironment, ...environment })(...words);
    expect([command, code, err]).toEqual([command, 0, '']);
  }
  expect(commands).toHaveLength(4);
});
