import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aService, type RunningService } from '../support/a-service.ts';

/** Commands as the guide prints them, and the answer that follows them; null where none does. */
type Step = { readonly commands: string; readonly answer: unknown };

const stepsOf = (guide: string): ReadonlyArray<Step> => {
  const part = /<!-- quick start -->([\s\S]*)<!-- \/quick start -->/.exec(guide)![1]!;
  const blocks = [...part.matchAll(/```(sh|json)\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, kind, text], index) => {
    if (kind !== 'sh') return [];
    const next = blocks[index + 1];
    return [{ commands: text!, answer: next?.[1] === 'json' ? JSON.parse(next[2]!) : null }];
  });
};

/** What is printed as `…` differs each time. */
const like = (printed: unknown): unknown => {
  if (typeof printed === 'string' && printed.includes('…'))
    return expect.stringMatching(new RegExp(`^${printed.split('…').map(RegExp.escape).join('.+')}$`));
  if (Array.isArray(printed)) return printed.map(like);
  if (typeof printed === 'object' && printed !== null)
    return Object.fromEntries(Object.entries(printed).map(([name, value]) => [name, like(value)]));
  return printed;
};

let service: RunningService;
let folder: string;

/** The folder in which the service was started: `.carryover` lies in it. */
beforeAll(async () => {
  service = await aService();
  folder = await mkdtemp(join(tmpdir(), 'carryover-quick-start-'));
  await symlink(service.dataDir, join(folder, '.carryover'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
});

const SEPARATOR = '\u001e';

const run = async (steps: ReadonlyArray<Step>): Promise<ReadonlyArray<string>> => {
  const script = steps.map(({ commands }) => commands).join(`printf '${SEPARATOR}'\n`);
  const shell = spawn('sh', ['-euc', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of shell.stdout) printed += chunk;
  return printed.split(SEPARATOR);
};

describe("the guide's quick start", () => {
  it('prints what it says it prints', async () => {
    const steps = stepsOf(await readFile('packages/adapters-http/docs/guide.md', 'utf8'));
    expect(steps.length).toBe(7);
    const answers = (await run(steps)).map((text) => (text === '' ? null : JSON.parse(text)));
    expect(answers).toEqual(steps.map(({ answer }) => like(answer)));
  }, 60_000);
});
