import { describe, expect, it } from 'vitest';
import { runLoader } from '../support/a-loader.ts';

const COMMANDS = ['sample', 'check', 'load', 'verify', 'dry-run', 'diff'];

describe('the help of the loader (decisions 15)', () => {
  it('names all commands, the exit codes and the credentials', async () => {
    const { code, out } = await runLoader(['--help']);
    expect(code).toBe(0);
    for (const word of [...COMMANDS, 'completion', '4 server unreachable', 'CARRYOVER_API_KEY'])
      expect(out).toContain(word);
  });

  it.each(COMMANDS)('of %s has its options and examples', async (name) => {
    const { code, out } = await runLoader([name, '--help']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`--json[\\s\\S]*Examples:\\n  carryover ${name} `)),
    ]);
  });

  it.each(['load', 'verify', 'check'])('%s never takes a key as an argument', async (name) => {
    const { code, err } = await runLoader([name, '--api-key', 'secret', 'x.ndjson']);
    expect([code, err]).toEqual([2, expect.stringContaining('unknown option')]);
  });
});

describe('completion', () => {
  const printed = async (...args: string[]) => {
    const lines: string[] = [];
    const { log } = console;
    console.log = (line: string) => lines.push(line);
    try {
      expect((await runLoader(args)).code).toBe(0);
    } finally {
      console.log = log;
    }
    return lines.join('\n');
  };

  it.each(['bash', 'zsh', 'fish'])('has a script for %s', async (shell) => {
    expect(await printed('completion', shell)).toContain(`${shell} completion for carryover`);
  });

  it('offers commands, options and the kinds', async () => {
    expect(await printed('complete', '--', 'dry')).toContain('dry-run');
    expect(await printed('complete', '--', 'sample', '--su')).toContain('--supplier');
    expect(await printed('complete', '--', 'load', '--kind', 'state')).toContain('statements');
  });
});
