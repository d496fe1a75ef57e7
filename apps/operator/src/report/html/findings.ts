import type { Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';
import { count } from '../figures.ts';
import type { RemarkId } from '../remarks.ts';
import { type Content, type Html, html, NOTHING } from './markup.ts';
import { meaningOf } from './meaning.ts';
import { section } from './section.ts';
import { type Column, onlyTheFirst, ROWS_SHOWN, table } from './table.ts';

const code = (title: string): Column => ({ title, kind: 'code' });
const text = (title: string): Column => ({ title, kind: 'text' });
const importId: Column = { title: 'Import', kind: 'import' };
const figure = (title: string): Column => ({ title, kind: 'figure' });

type Finding<A> = {
  readonly id: RemarkId;
  readonly title: string;
  readonly intro: string;
  readonly columns: ReadonlyArray<Column>;
  readonly items: ReadonlyArray<A>;
  readonly toCells: (item: A) => ReadonlyArray<Content>;
};

const finding = <A>({ id, title, intro, columns, items, toCells }: Finding<A>): Html =>
  items.length === 0
    ? NOTHING
    : section(
        id,
        title,
        intro,
        html`${table({ labelledBy: id, columns, items, toCells })}${onlyTheFirst(items.length, ROWS_SHOWN, '--json')}`,
      );

export const moved = (reconciliation: Reconciliation): Html =>
  finding({
    id: 'moved',
    title: 'Dates moved into the open statement period',
    intro:
      'These transactions were outside the open statement period and were recorded on its nearest day. The submitted date is also stored.',
    columns: [code('Account'), code('Ledger'), code('Transaction'), text('Submitted'), text('Recorded'), importId],
    items: reconciliation.moved,
    toCells: (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, t.submittedDate, t.date, t.importId],
  });

export const repeated = (reconciliation: Reconciliation): Html =>
  finding({
    id: 'repeated',
    title: 'On the account more than once',
    intro: 'These transactions were added again because the client sent check_previously_added=false.',
    columns: [code('Account'), code('Ledger'), code('Transaction'), figure('Times')],
    items: reconciliation.repeated,
    toCells: (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, count(t.count)],
  });

export const mismatches = (reconciliation: Reconciliation): Html =>
  finding({
    id: 'mismatches',
    title: 'Supply charges that do not add up',
    intro: 'Figures inside a supply charge that do not add up. They were accepted as sent.',
    columns: [
      code('Account'),
      code('Transaction'),
      text('What disagrees'),
      figure('Computed'),
      figure('Sent'),
      importId,
    ],
    items: reconciliation.mismatches,
    toCells: (m) => [m.externalAccountNumber, m.transactionId, meaningOf(m.code), m.expected, m.actual, m.importId],
  });

export const unknownFields = (reconciliation: Reconciliation): Html =>
  finding({
    id: 'unknown-fields',
    title: 'Undocumented fields left out',
    intro:
      'The interface has no such fields. They were left out, as the supplier is configured; the payload is kept as sent. * stands for any position in a list.',
    columns: [code('Field'), figure('Times')],
    items: reconciliation.unknownFields,
    toCells: ({ path, count: times }) => [path, count(times)],
  });
