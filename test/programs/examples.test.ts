import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anEmptyDatabase } from '../support/a-database.ts';
import { aFolder } from '../support/a-file.ts';
import { aRootSecret } from '../support/a-random.ts';
import { aService } from '../support/a-service.ts';
import { aServiceHere } from '../support/a-service-here.ts';

/** The commands and the lines that the README of an example shows. */
const readmeOf = (example: string) => {
  const page = readFileSync(`examples/${example}/README.md`, 'utf8');
  const [commands, shown] = ['sh', 'text'].map((language) =>
    [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text!).join(''),
  );
  return { commands: commands!, shown: shown!.trim().split('\n') };
};

const run = async (commands: string, environment: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
  const { stdout } = await promisify(execFile)('sh', ['-euc', commands], { env: { ...process.env, ...environment } });
  return stdout.split('\n');
};

/** Matches a printed line; each `…` differs from run to run. */
const aLineWith = (shown: string) => expect.stringMatching(new RegExp(shown.split('…').map(RegExp.escape).join('.*')));

describe('the examples', () => {
  it('of clients and support print what they show', async () => {
    const service = await aService();
    onTestFinished(() => service.stop());
    for (const example of ['curl', 'typescript', 'python', 'support']) {
      const { commands, shown } = readmeOf(example);
      expect(await run(commands, service.operatorEnvironment)).toEqual(expect.arrayContaining(shown.map(aLineWith)));
    }
  }, 120_000);

  it("of the operator's night leads from an empty database to a verified evidence pack", async () => {
    const environment = { DATA_DIR: aFolder(), DATABASE_URL: await anEmptyDatabase(), CARRYOVER_SECRET: aRootSecret() };
    const service = await aServiceHere({ ...environment, DEMO: 'off' });
    onTestFinished(() => service.stop());
    const { commands, shown } = readmeOf('operator');
    const printed = await run(commands.replaceAll('http://127.0.0.1:3000', service.baseUrl), environment);
    expect(printed).toEqual(expect.arrayContaining(shown.map(aLineWith)));
  }, 120_000);
});
