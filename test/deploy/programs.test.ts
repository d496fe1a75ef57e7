import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';

type Ran = { readonly code: number; readonly out: string; readonly err: string };

const node = async (...args: ReadonlyArray<string>): Promise<Ran> => {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...args]);
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
};

/** A tree with this npm script, whose program prints how it was started. */
const aTreeWith = (start: string): string => {
  const folder = aFolder();
  mkdirSync(join(folder, 'deploy'));
  cpSync('deploy/run.mjs', join(folder, 'deploy/run.mjs'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
  writeFileSync(
    join(folder, 'main.mjs'),
    'console.log(JSON.stringify([process.execArgv, process.argv.slice(2), process.pid]))',
  );
  return join(folder, 'deploy/run.mjs');
};

describe('deploy/run.mjs', () => {
  it('starts a program with the V8 flags of its npm script and the arguments it is given', async () => {
    const { out } = await node(
      aTreeWith('exec node --max-semi-space-size=7 --expose-gc main.mjs'),
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
