import type { SendMail } from '@carryover/application/ports/alarms';
import { causeMessage } from '@carryover/settings/cause-message';
import { createTransport } from 'nodemailer';

/** An SMTP server, and between whom mail is sent. */
export type MailSettings = {
  readonly host: string;
  readonly port: number;
  /** `starttls`: refused if the server does not offer it. `tls`: from the first byte. */
  readonly security: 'starttls' | 'tls' | 'none';
  /** null: without signing in. */
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly from: string;
  readonly to: ReadonlyArray<string>;
};

/** Of each step: the name's address, the connection, the greeting, and the answers. */
const STEP_MS = 10_000;
/** Of a message as a whole; shorter than a lease. */
const MESSAGE_MS = 30_000;
const MAX_ERROR = 200;

const errorText = (error: unknown): string =>
  causeMessage(error)
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .slice(0, MAX_ERROR);

/** Sends mail by SMTP, each message on a connection of its own. @param onRejected gets recipients that the server refused, while it took others. */
export const makeSendMail = (
  { host, port, security, login, from, to }: MailSettings,
  onRejected: (recipients: ReadonlyArray<string>) => void,
): SendMail => {
  const transport = createTransport({
    ...{ host, port, secure: security === 'tls', requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    ...{ connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS, dnsTimeout: STEP_MS },
    // Texts are ours: no path or address in one is read.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return async ({ messageId, subject, text }) => {
    try {
      const signal = AbortSignal.timeout(MESSAGE_MS);
      // What programs send by themselves is not answered by programs (RFC 3834).
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const sent = await transport.sendMail({ from, to: [...to], subject, text, messageId, headers, signal });
      if (sent.rejected.length > 0) onRejected(sent.rejected);
      return null;
    } catch (error) {
      return errorText(error);
    }
  };
};
