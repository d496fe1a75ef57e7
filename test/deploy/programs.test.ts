import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';

type Ran = { readonly code: number; readonly out: string; readonly err: string };

const run = async (program: string, ...args: ReadonlyArray<string>): Promise<Ran> => {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...args]);
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
};

const node = (...args: ReadonlyArray<string>): Promise<Ran> => run(process.execPath, ...args);

/** The Node of this machine, which npm uses: perhaps one that does not run the programs itself. */
const nodeOfTheMachine = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((path) => existsSync(path))!;
/** Options that make this Node one before 22.15. */
const WITHOUT_EXECVE = ['--import', 'data:text/javascript,process.execve = undefined'];

const PRINTS_ITS_START = 'console.log(JSON.stringify([process.execArgv, process.argv.slice(2), process.pid]))';

/** A tree with this npm script and this program. @returns its run.mjs. */
const aTreeWith = (start: string, program = PRINTS_ITS_START): string => {
  const folder = aFolder();
  mkdirSync(join(folder, 'deploy'));
  const launchers = ['run-beside', 'stop-with-parent'].map((name) => `packages/terminal/src/${name}.mjs`);
  for (const file of ['deploy/run.mjs', ...launchers]) cpSync(file, join(folder, file));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
  writeFileSync(join(folder, 'main.mjs'), program);
  return join(folder, 'deploy/run.mjs');
};

describe('deploy/run.mjs', () => {
  it('starts a program with the V8 flags of its npm script and the arguments it is given', async () => {
    const { out } = await node(
      aTreeWith('(node scripts/install.mjs --omit=dev) && exec node --max-semi-space-size=7 --expose-gc main.mjs'),
      'service',
      'a b',
      '-c',
    );
    expect(JSON.parse(out)).toEqual([['--max-semi-space-size=7', '--expose-gc'], ['a b', '-c'], expect.any(Number)]);
  });

  it('replaces its own process, so that signals and exit codes are those of the program', async () => {
    const running = promisify(execFile)(process.execPath, [aTreeWith('exec node main.mjs'), 'service']);
    expect(JSON.parse((await running).stdout)[2]).toBe(running.child.pid);
  });

  it.each(['operator', 'load'])('starts %s of this project', async (program) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await node('deploy/run.mjs', program, '--version')).toMatchObject({ code: 0, out: `${version}\n` });
  });

  it('starts a program with the Node that npm installed, whichever started it', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const ran = await run(nodeOfTheMachine, 'deploy/run.mjs', 'operator', '--version');
    expect(ran).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  describe('on a Node that cannot replace its process', () => {
    it('ends with the exit code of the program', async () => {
      const tree = aTreeWith('exec node --expose-gc main.mjs', `${PRINTS_ITS_START}; process.exitCode = 7;`);
      const { code, out } = await node(...WITHOUT_EXECVE, tree, 'service', 'a b');
      expect(code).toBe(7);
      expect(JSON.parse(out)).toEqual([expect.arrayContaining(['--expose-gc']), ['a b'], expect.any(Number)]);
    });

    it('passes on the signal that ends the program in order', async () => {
      const program = "process.on('SIGTERM', () => process.exit(3)); setInterval(() => {}, 1e6); console.log('ready');";
      const child = spawn(process.execPath, [...WITHOUT_EXECVE, aTreeWith('exec node main.mjs', program), 'service']);
      await once(child.stdout, 'data');
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([3, null]);
    });

    it('leaves no program behind if it is killed', async () => {
      const program =
        "process.on('SIGTERM', () => process.exit(console.log('told'))); setInterval(() => {}, 1e6); console.log('ready');";
      const child = spawn(process.execPath, [...WITHOUT_EXECVE, aTreeWith('exec node main.mjs', program), 'service']);
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      let printed = '';
      // Ends with the last process that can write to it.
      for await (const chunk of child.stdout) printed += chunk;
      expect(printed).toBe('told\n');
    });

    it('ends by the signal that ended the program', async () => {
      const child = spawn(process.execPath, [
        ...WITHOUT_EXECVE,
        aTreeWith('exec node main.mjs', "process.kill(process.pid, 'SIGKILL')"),
        'service',
      ]);
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    });
  });

  it('refuses a script that it would start differently from npm', async () => {
    const ran = await node(aTreeWith('CONSOLE=off node main.mjs'), 'service');
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('"start"') });
  });

  it.each([[[]], [['constructor']]])('lists its programs if it is given %j', async (args) => {
    expect(await node('deploy/run.mjs', ...args)).toMatchObject({ code: 2, err: expect.stringContaining('operator') });
  });
});

describe('deploy/health.mjs', () => {
  it.each([
    [200, 0],
    [503, 1],
    [302, 1],
  ])('for an answer of %i has the exit code %i', async (status, code) => {
    const server = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`;
    expect(await node('deploy/health.mjs', url)).toMatchObject({ code, out: `${url}: ${status}\n` });
    server.close();
  });

  it('has the exit code 1 if nothing answers', async () => {
    expect(await node('deploy/health.mjs', 'http://127.0.0.1:1/livez')).toMatchObject({ code: 1 });
  });
});
