import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFolder } from '../support/a-file.ts';
import { aService } from '../support/a-service.ts';
import { likePrinted } from '../support/like-printed.ts';

const SEPARATOR = '\u001e';

describe("the README's tour", () => {
  it.each(['in the folder of the service', 'with its DATA_DIR'])(
    'prints the answers that it shows: %s',
    async (where) => {
      const service = await aService();
      onTestFinished(() => service.stop());
      const cwd = aFolder();
      const { DATA_DIR: _, ...inherited } = process.env;
      const env = where === 'with its DATA_DIR' ? { ...inherited, DATA_DIR: service.dataDir } : inherited;
      if (env === inherited) await symlink(service.dataDir, join(cwd, '.carryover'));
      const [, tour] = /<!-- tour -->([\s\S]*)<!-- \/tour -->/.exec(await readFile('README.md', 'utf8'))!;
      const blocksOf = (language: string) =>
        [...tour!.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text!);
      const answers = blocksOf('json').map((text) => JSON.parse(text));
      expect(answers.length).toBe(3);

      const script = blocksOf('sh').join(`printf '${SEPARATOR}'\n`);
      const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd, env });
      expect(stdout.split(SEPARATOR).map((text) => JSON.parse(text))).toEqual(answers.map(likePrinted));
    },
  );
});
