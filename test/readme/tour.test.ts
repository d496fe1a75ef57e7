import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { theFolder } from '../support/a-file.ts';
import { theService } from '../support/a-service.ts';
import { likePrinted } from '../support/like-printed.ts';

const SEPARATOR = '\u001e';

const service = await theService();
/** The folder in which the service was started: `.carryover` is in it. */
const folder = theFolder();
await symlink(service.dataDir, join(folder, '.carryover'));

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
