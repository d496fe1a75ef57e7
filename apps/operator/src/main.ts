import { askOnTerminal, surroundingsOf } from '@carryover/terminal/surroundings';
import { runCli } from './cli.ts';

process.exitCode = await runCli(process.argv.slice(2), { ...surroundingsOf('operator'), ask: askOnTerminal });
