import type { AlarmKind } from '@carryover/domain/alarm';
import type { Failing } from '@carryover/domain/webhook';
import type { Stored } from './store-failure.ts';

/** Figures of an alarm when it began; nothing personal, and no value of a client. */
export type AlarmDetails = {
  /** Of what it is about: the reconciliation, the check, the pause, the last item that was stored. */
  readonly at?: string;
  readonly verdict?: string;
  readonly findings?: number;
  readonly refused?: number;
  readonly requests?: number;
  /** The position of the open transaction, on a cluster of the node that has it. */
  readonly position?: string;
};

/** Something that needs a person. */
export type ObservedAlarm = {
  readonly kind: AlarmKind;
  /** null: of the database as a whole. */
  readonly supplierId: string | null;
  readonly details: AlarmDetails;
};

/** The mail that is due of an alarm, which this process alone sends until its lease ends. */
export type AlarmMail = Omit<ObservedAlarm, 'supplierId'> &
  Failing & {
    readonly id: string;
    readonly part: 'began' | 'ended';
    readonly organisation: string | null;
    readonly supplierCode: string | null;
    readonly beganAt: Date;
    readonly endedAt: Date | null;
  };

/** The outcome of a mail; `nextTryAt` null: it is given up. */
type AlarmMailed =
  | { readonly kind: 'sent' }
  | (Failing & { readonly kind: 'failed'; readonly error: string; readonly nextTryAt: Date | null });

/** The mails of alarms, as the processes share them that send. */
export type AlarmMails = {
  /** Takes the next mail that is due; null: there is none. */
  readonly claim: (holder: string) => Stored<AlarmMail | null>;
  /** Stores an outcome, and gives the alarm back. Nothing is stored if another process has taken it since. */
  readonly settle: (holder: string, mail: Pick<AlarmMail, 'id' | 'part'>, outcome: AlarmMailed) => Stored<void>;
};

/** Sends a message of plain text. Never rejects. @returns why it could not be sent; null: the server took it. */
export type SendMail = (message: {
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
}) => Promise<string | null>;
