import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aService, type RunningService } from '../support/a-service.ts';
import { likePrinted } from '../support/like-printed.ts';

const SEPARATOR = '\u001e';

let service: RunningService;
let folder: string;

/** The folder in which the service was started: `.carryover` is in it. */
beforeAll(async () => {
  service = await aService();
  folder = await mkdtemp(join(tmpdir(), 'carryover-tour-'));
  await symlink(service.dataDir, join(folder, '.carryover'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
});

describe("the README's tour", () => {
  it('prints the answers that it shows', async () => {
    const [, tour] = /<!-- tour -->([\s\S]*)<!-- \/tour -->/.exec(await readFile('README.md', 'utf8'))!;
    const blocksOf = (language: string) =>
      [...tour!.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text!);
    const answers = blocksOf('json').map((text) => JSON.parse(text));
    expect(answers.length).toBe(3);

    const script = blocksOf('sh').join(`printf '${SEPARATOR}'\n`);
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd: folder });
    expect(stdout.split(SEPARATOR).map((text) => JSON.parse(text))).toEqual(answers.map(likePrinted));
  });
});
