import { surroundingsOf } from '@carryover/terminal/surroundings';
import { runCli } from './cli.ts';
import { EXIT, type UntilInterrupted } from './command.ts';

const untilInterrupted: UntilInterrupted = () =>
  new Promise((resolve) => {
    // The terminal and the launcher may both send the same signal.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
  });

const code = await runCli(process.argv.slice(2), surroundingsOf('load'), untilInterrupted);
process.exitCode = code;
// The work goes on otherwise; it may end at any moment, which the journal survives.
if (code === EXIT.interrupted || code === EXIT.terminated) process.exit();
