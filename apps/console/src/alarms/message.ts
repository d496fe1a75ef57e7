import type { AlarmMail, SendMail } from '@carryover/application/ports/alarms';
import { visible } from '@carryover/terminal/visible';
import { address, proofPath, supplierPath, supplierSetUpPath } from '../view/address.ts';

/** A name in a message: it may have any characters. */
const shown = (text: string | null): string => visible(text ?? '');

const minute = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const minuteOf = (time: string | undefined): string => (time === undefined ? '' : minute(new Date(time)));

/** What is wrong, in a sentence without its end; and the page on which something is done about it. */
const inWords = ({ kind, details, organisation, supplierCode }: AlarmMail) => {
  const [of, code] = [organisation ?? '', supplierCode ?? ''];
  const ofSupplier = (path: string) => address(path, { organisation: of, supplier: code });
  switch (kind) {
    case 'reconciliation':
      return {
        what: `the reconciliation of ${minuteOf(details.at)} ${details.verdict === 'differ' ? 'differs' : 'is incomplete'}`,
        over: 'the last reconciliation agrees',
        path: ofSupplier('/reconciliation'),
      };
    case 'storage':
      return {
        what: `the check of ${minuteOf(details.at)} found ${details.findings} ${details.findings === 1 ? 'difference' : 'differences'} between what was accepted and what is stored`,
        over: 'the last check of what is stored found nothing',
        path: proofPath({ organisationName: of, code }),
      };
    case 'held_back':
      return {
        what: 'a transaction of the database stays open, so that no later change is served, sealed or proven',
        over: 'the transaction that held back changes, seals and proofs has ended',
        path: '/',
      };
    case 'paused':
      return {
        what: `paused${details.at === undefined ? '' : ` at ${minuteOf(details.at)}`}`,
        over: 'no longer paused',
        path: supplierSetUpPath(of, code),
      };
    case 'stalled':
      return {
        what: `nothing arrives since ${minuteOf(details.at)}, and the registered totals are not reached`,
        over: 'no longer stalled',
        path: supplierPath(of, code),
      };
    case 'refusals':
      return {
        what: `${details.refused} of ${details.requests} requests were refused in ten minutes`,
        over: 'no longer too many requests are refused',
        path: ofSupplier('/refusals'),
      };
  }
};

/** Returns the mail of an alarm. Sent again, it has the same id. */
export const messageOf = (mail: AlarmMail, baseUrl: string): Parameters<SendMail>[0] => {
  const { id, part, supplierCode, organisation, beganAt, endedAt } = mail;
  const { what, over, path } = inWords(mail);
  const about = supplierCode === null ? 'Carryover' : shown(supplierCode);
  const isOver = part === 'ended';
  return {
    messageId: `<${id}.${part}@carryover>`,
    subject: isOver ? `${about}: over: ${over}` : `${about}: ${what}`,
    text: [
      `${about}${supplierCode === null ? '' : ` of ${shown(organisation)}`}: ${isOver ? over : what}.`,
      '',
      `${isOver ? 'The alarm began' : 'Began'}: ${minute(beganAt)}`,
      ...(isOver && endedAt !== null ? [`Ended: ${minute(endedAt)}`] : []),
      `${baseUrl}${path}`,
      '',
    ].join('\n'),
  };
};
