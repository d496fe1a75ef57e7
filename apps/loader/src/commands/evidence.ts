import { type VerifyOptions, verifyEvidence, verifying } from '@carryover/evidence/verify-command';
import { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, EXIT, type Runner, wrongUsage } from '../command.ts';
import { DESCRIPTIONS } from './descriptions.ts';

const verify =
  (file: string, options: VerifyOptions): Action =>
  async () => {
    const verified = await verifyEvidence(file, options)();
    if (E.isLeft(verified))
      return E.left(wrongUsage(`${verified.left.file}: ${verified.left.detail}`, verified.left.kind));
    const { isSound, text, json } = verified.right;
    return E.right({ text, json, exitCode: isSound ? EXIT.done : EXIT.rejected });
  };

const EXAMPLE =
  'carryover evidence verify acme.zip --key operator.pub --receipts transactions.ndjson.journal.receipts.ndjson';

export const evidenceCommand = (run: Runner): Command => {
  const command = new Command('verify')
    .description('check that an evidence pack is what was signed, and has what was sent')
    .option('--json', 'print JSON, for scripts');
  return new Command('evidence').description(DESCRIPTIONS.evidence).addCommand(
    verifying(command)
      .addHelpText('after', `\nExamples:\n  ${EXAMPLE}`)
      .action((file: string, options) => run(verify(file, options), options)),
  );
};
