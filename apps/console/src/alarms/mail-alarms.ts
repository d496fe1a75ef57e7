import { randomUUID } from 'node:crypto';
import type { AlarmMail, AlarmMails, SendMail } from '@carryover/application/ports/alarms';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { nextTry } from '@carryover/domain/webhook';
import { causeMessage } from '@carryover/settings/cause-message';
import { inBackground } from '@carryover/settings/in-background';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from 'pino';
import { messageOf } from './message.ts';

/** The rest while no mail is due. */
const IDLE_MS = 1_000;
/** The rest if the database does not answer. */
const BROKEN_MS = 5_000;

type Parts = {
  readonly mails: AlarmMails;
  readonly send: SendMail;
  /** The address that users open. */
  readonly baseUrl: string;
  readonly logger: Logger;
};

/**
 * Mails the beginning and the end of each alarm until it is stopped. Of several processes, one sends each mail; one that the server did
 * not take is sent again as deliveries to webhooks are.
 *
 * @returns a function that stops it after the mail under way.
 */
export const keepMailing = ({ mails, send, baseUrl, logger }: Parts): (() => Promise<void>) => {
  const holder = randomUUID();

  const mail = async (due: AlarmMail) => {
    const error = await send(messageOf(due, baseUrl));
    if (error === null) return mails.settle(holder, due, { kind: 'sent' })();
    const now = new Date();
    const failing = { failures: due.failures + 1, failingSince: due.failingSince ?? now };
    const nextTryAt = nextTry(failing, now, Math.random());
    const about = { alarm: due.id, kind: due.kind, part: due.part, error };
    if (nextTryAt === null) logger.error(about, 'an alarm could not be mailed for three days, and is given up');
    else logger.warn(about, 'an alarm could not be mailed; the next try follows');
    return mails.settle(holder, due, { kind: 'failed', ...failing, error, nextTryAt })();
  };

  /** Sends the next mail. @returns the rest before the one after it. */
  const step: TE.TaskEither<StoreFailure, number> = pipe(
    mails.claim(holder),
    TE.chain((due) =>
      due === null
        ? TE.right(IDLE_MS)
        : pipe(
            () => mail(due),
            TE.map(() => 0),
          ),
    ),
  );

  return inBackground(async () => {
    const done = await step();
    if (E.isRight(done)) return done.right;
    const error = causeMessage(done.left.cause);
    logger.warn({ error }, 'mails of alarms could not be looked for; the next try follows');
    return BROKEN_MS;
  });
};
