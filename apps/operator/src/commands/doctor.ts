import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { command, type Finished, type RunnerWithoutData } from '../command.ts';
import type { Check } from '../doctor/check.ts';
import { DESCRIPTIONS } from './descriptions.ts';

const line = ({ check, status, detail, todo }: Check): string =>
  `${status.padEnd(4)}  ${check.padEnd(8)}  ${detail}\n${todo === null ? '' : `${' '.repeat(16)}${todo}\n`}`;

const toFinished = (checks: ReadonlyArray<Check>): Finished => {
  const isHealthy = checks.every(({ status }) => status !== 'fail');
  return { text: checks.map(line).join(''), json: { healthy: isHealthy, checks }, isRefusal: !isHealthy };
};

export const doctorCommand = (run: RunnerWithoutData): Command =>
  command('doctor', DESCRIPTIONS.doctor)
    .option(
      '--url <url>',
      'address of the service (default: CARRYOVER_URL, else base_url in DATA_DIR/demo.json, if that service uses this database)',
    )
    .addHelpText('after', '\nThis command changes nothing. Exit code 0 if no check fails, else 1.')
    .action((options) =>
      run(options, (settings, environment) => async () => {
        const { diagnose } = await import('../doctor/doctor.ts');
        return E.right(toFinished(await diagnose(settings, options.url ?? (environment.CARRYOVER_URL || null))));
      }),
    );
