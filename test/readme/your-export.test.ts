import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { theFolder } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

const PAGE = 'packages/adapters-http/docs/your-export.md';

const service = await theService();
const folder = theFolder();
symlinkSync(resolve('examples'), join(folder, 'examples'));
const { run: load } = aLoader(service);
const operator = anOperator(service.operatorEnvironment);

/** The words of a command; a path of the page is one in the folder of the test. */
const wordsOf = (command: string): ReadonlyArray<string> =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) =>
    (quoted ?? plain!).replace(/^exports(?=\/|$)/, join(folder, 'exports')),
  );

const runCommand = async (command: string): Promise<string> => {
  const [npm, run, program, separator, ...args] = wordsOf(command);
  if (npm !== 'npm') return execFileSync('sh', ['-euc', command], { cwd: folder, encoding: 'utf8' });
  expect([run, separator]).toEqual(['run', '--']);
  const { out, err } = await (program === 'load' ? load : operator)(...args);
  return `${err}${out}`;
};

/** The same text whatever the length of the paths, which decides how wide the columns of a table are. */
const plain = (text: string): string => text.replaceAll(`${folder}/`, '').replaceAll(/ +/g, ' ').trim();

const isPrinted = (shown: string): RegExp =>
  new RegExp(`^${plain(shown).split('…').map(RegExp.escape).join('[\\s\\S]*')}$`);

it('the commands of "Your export" print what the page says, with the mappings that it shows', async () => {
  const mappings = globSync('examples/exports/*/*.map.yaml').map((file) => readFileSync(file, 'utf8'));
  let printed = '';
  let commands = 0;
  const page = readFileSync(PAGE, 'utf8').replaceAll('{{supplier}}', service.demo.import_supplier);
  for (const [, language, text] of page.matchAll(/```(\w+)\n([\s\S]*?)```/g)) {
    if (language === 'yaml') expect(mappings).toContain(text);
    if (language === 'text') expect(plain(printed)).toMatch(isPrinted(text!));
    if (language !== 'sh') continue;
    printed = '';
    for (const command of text!
      .replaceAll(/\\\n */g, '')
      .trim()
      .split('\n'))
      printed += await runCommand(command);
    commands += 1;
  }
  expect(commands).toBeGreaterThan(10);
});
