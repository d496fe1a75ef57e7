import { spawn, spawnSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { unescapeHtml } from '@carryover/adapters-http/docs/page';
import { afterAll, describe, expect, it } from 'vitest';
import { anApiKey, aProduction, aSupplier } from '../operations/a-production.ts';
import { aDatabase } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';
import { theService } from '../support/a-service.ts';
import { aServiceHere } from '../support/a-service-here.ts';
import { likePrinted } from '../support/like-printed.ts';

/** A block of code of the guide. */
type Block = { readonly language: string; readonly text: string };
/** Commands as the guide prints them, and the answer that follows them; null if none does. */
type Step = { readonly commands: string; readonly answer: unknown };

const blocksIn = (html: string): ReadonlyArray<Block> =>
  [...html.matchAll(/<div class="code (\w+)"><pre><code>([\s\S]*?)<\/code>/g)].map(([, language, text]) => ({
    language: language!,
    text: `${unescapeHtml(text!)}\n`,
  }));

/** The blocks of the served guide, from its first request to the end of its quick start. */
const blocksOf = async (baseUrl: string): Promise<ReadonlyArray<Block>> => {
  const page = await (await fetch(`${baseUrl}/docs`)).text();
  return blocksIn(page.slice(page.indexOf('id="first-request"'), page.indexOf('id="authentication"')));
};

const stepsOf = (all: ReadonlyArray<Block>): ReadonlyArray<Step> => {
  const blocks = all.filter(({ language }) => ['sh', 'json'].includes(language));
  return blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh') return [];
    const next = blocks[index + 1];
    return [{ commands: text, answer: next?.language === 'json' ? JSON.parse(next.text) : null }];
  });
};

const demo = await theService();
/** The folder in which the demo was started, `.carryover` lies in it; it is also a project that has the client. */
const folder = theFolder();
await symlink(demo.dataDir, join(folder, '.carryover'));
await symlink(resolve('node_modules'), join(folder, 'node_modules'));
const production = await aProduction();
const databaseUrl = await aDatabase();
const serviceOfProduction = await aServiceHere({ ...production.environment, DATABASE_URL: databaseUrl });
const operator = production.operatorOn(databaseUrl);
const apiKey = await anApiKey(operator);
await aSupplier(production, operator, { code: 'ACME', accounts: ['E-1'] });
afterAll(async () => {
  await serviceOfProduction.stop();
  await production.end();
});

const SEPARATOR = '\u001e';

const runShell = async (script: string): Promise<string> => {
  const shell = spawn('sh', ['-euc', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of shell.stdout) printed += chunk;
  return printed;
};

const run = async (steps: ReadonlyArray<Step>): Promise<ReadonlyArray<unknown>> => {
  const printed = await runShell(steps.map(({ commands }) => commands).join(`printf '${SEPARATOR}'\n`));
  return printed.split(SEPARATOR).map((text) => (text === '' ? null : JSON.parse(text)));
};

const PROGRAMS = {
  ts: { file: 'first-request.mts', command: process.execPath },
  python: { file: 'first-request.py', command: 'python3' },
} as const;
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Runs a program of the guide as its reader does, behind the commands that say where the service is. */
const runProgram = async (blocks: ReadonlyArray<Block>, language: keyof typeof PROGRAMS): Promise<string> => {
  const { file, command } = PROGRAMS[language];
  await writeFile(join(folder, file), blocks.find((block) => block.language === language)!.text);
  return runShell(`${stepsOf(blocks)[0]!.commands}'${command}' ${file}`);
};

/** The values that a reader without the demo puts into the first commands. */
const filledIn = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> =>
  blocks.map(({ language, text }) => ({
    language,
    text: text.replace('https://carryover.example', serviceOfProduction.baseUrl).replace('<API_KEY>', apiKey),
  }));

describe.each([
  ['the demo', async () => blocksOf(demo.baseUrl)],
  ['production', async () => filledIn(await blocksOf(serviceOfProduction.baseUrl))],
] as const)("the guide's quick start, for %s", (_, readBlocks) => {
  it.each([
    ['ts', true],
    ['python', hasPython],
  ] as const)('has a first request in %s that prints what it says it prints', async (language, canRun) => {
    const blocks = await readBlocks();
    expect(blocks.filter((block) => block.language === language).length).toBe(1);
    // A machine without Python has read it at least.
    if (canRun) expect(JSON.parse(await runProgram(blocks, language))).toEqual(likePrinted(stepsOf(blocks)[1]!.answer));
  });

  it('prints what it says it prints', async () => {
    const steps = stepsOf(await readBlocks());
    expect(steps.length).toBe(9);
    expect(await run(steps)).toEqual(steps.map(({ answer }) => likePrinted(answer)));
  });
});

describe('the page of the client', () => {
  it('has programs that run as printed', async () => {
    const [commands] = await blocksOf(demo.baseUrl);
    const programs = blocksIn(await (await fetch(`${demo.baseUrl}/docs/client`)).text()).filter(
      ({ language }) => language === 'ts',
    );
    const printed: string[] = [];
    for (const program of programs) printed.push(await runProgram([commands!, program], 'ts'));
    expect(printed).toEqual(['TRANSACTION_ADDED_TO_ACCOUNT\n', '1 stored, 0 failed\n']);
  });
});
