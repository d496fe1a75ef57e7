import type { FileFailure } from '@carryover/files/source/file-failure';
import { causeMessage } from '@carryover/settings/cause-message';
import type { Failure } from './command.ts';
import { EXIT } from './exit-code.ts';

/** A command line that cannot be right. */
export const wrongUsage = (detail: string, code = 'usage'): Failure => ({ code, detail, exitCode: EXIT.wrongUsage });

/** A file that cannot be opened, read or written. */
export const ofFileFailure = ({ kind, file, detail }: FileFailure): Failure => ({
  code: kind,
  detail: `${file}: ${detail}`,
  exitCode: EXIT.wrongUsage,
});

/** An error that nobody expected. */
export const unexpected = (error: unknown): Failure => ({
  code: 'failed',
  detail: causeMessage(error),
  exitCode: EXIT.rejected,
});
