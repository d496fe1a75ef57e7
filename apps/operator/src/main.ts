import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askOnTerminal } from '@carryover/terminal/ask-on-terminal';
import { runCli } from './cli.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

const { INIT_CWD, npm_lifecycle_event: script, DATA_DIR } = process.env;

// `npm run` changes to the project's folder first; file names are relative to the folder in which it was called.
if (script === 'operator' && INIT_CWD !== undefined) process.chdir(INIT_CWD);

// A reader may end early (`imports list | head`): the command does the rest, and its exit code still says how it went.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  // The service's own folder, wherever the command is called: `npm start` runs in the project's folder.
  environment: { ...process.env, DATA_DIR: resolve(PROJECT, DATA_DIR || '.carryover') },
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  terminal: process.stderr,
  ask: askOnTerminal,
});
