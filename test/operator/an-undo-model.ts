import { expect } from 'vitest';
import type { Kind } from '../operations/five-kinds.ts';
import type { TestAccount } from '../support/an-account.ts';
import type { Post, Reply } from '../support/requests.ts';

/** A request of the random histories: one of the five kinds, with the query parameters of its path. */
export type Request = { readonly kind: Kind; readonly payload: any; readonly query: string };

/** A row that an import stored. `content` is the same for items that were submitted alike. */
type Row = { readonly importId: string; readonly key: string; readonly content: string };

/** An item that the client of an accepted import was told to be stored; `content` is null if it was told to differ. */
type Acknowledged = { readonly importId: string; readonly key: string; readonly content: string | null };

type Told = { readonly key: string; readonly content: string; readonly isAdded: boolean; readonly differs: boolean };

const UNDATED = 'any time';
const noteKey = (body: string, createdAt: string) => `note ${body} ${createdAt}`;
const contentOf = ({ amount, transaction_date }: any): string => `${amount} ${transaction_date}`;

/** Returns the key of an item that the output of an undo names. */
const keyOfNamed = (item: any): string => {
  if (item.transaction_id !== undefined) return `transaction ${item.transaction_id}`;
  if (item.statement_id !== undefined) return `statement ${item.statement_id}`;
  return item.vendor === undefined ? noteKey(item.body, item.created_at ?? UNDATED) : 'instruction';
};

/** What an account must have after its imports and undos, told by the replies alone. */
export const anUndoModel = () => {
  let rows: ReadonlyArray<Row> = [];
  let acknowledged: ReadonlyArray<Acknowledged> = [];
  const imports: string[] = [];
  const undone = new Set<string>();

  const has = (key: string): boolean => {
    const undated = noteKey('', UNDATED).slice('note '.length);
    if (!key.endsWith(undated)) return rows.some((row) => row.key === key);
    return rows.some((row) => row.key.startsWith(key.slice(0, -UNDATED.length)));
  };

  /** Statements, histories and instructions are answered as a whole: what was added follows from what was there. */
  const unlessThere = (key: string, content: string): Told => ({ key, content, isAdded: !has(key), differs: false });
  const toldIn = ({ kind, payload }: Request, { json }: Reply): ReadonlyArray<Told> => {
    switch (kind) {
      case 'transactions':
        return payload.transactions.map((transaction: any, at: number) => {
          const { status, differing_fields = [] } = json.results[at];
          return {
            key: `transaction ${transaction.transaction_id}`,
            content: contentOf(transaction),
            isAdded: status === 'TRANSACTION_ADDED_TO_ACCOUNT',
            differs: differing_fields.length > 0,
          };
        });
      case 'notes':
        return payload.notes.map(({ body, created_at }: any, at: number) => {
          const isAdded = json[at].status === 'NOTE_CREATION_SUCCESS';
          const createdAt = isAdded ? json[at].created_at : (created_at ?? UNDATED);
          return { key: noteKey(body, createdAt), content: '', isAdded, differs: false };
        });
      case 'historical-statements':
        return payload.statements.map(({ statement_id }: any) => unlessThere(`statement ${statement_id}`, ''));
      case 'historical-billing-documents':
        return payload.additional_historical_transactions.map((transaction: any) => ({
          key: `transaction ${transaction.transaction_id}`,
          content: contentOf(transaction),
          isAdded: true,
          differs: false,
        }));
      case 'payment-instruction':
        return [unlessThere('instruction', '')];
    }
  };

  const forget = (importId: string, later: ReadonlyArray<{ readonly import_id: string; readonly items: any }>) => {
    undone.add(importId);
    rows = rows.filter((row) => row.importId !== importId);
    acknowledged = acknowledged.filter((one) => one.importId !== importId);
    for (const { import_id, items } of later)
      for (const item of items)
        acknowledged = acknowledged.filter((one) => one.importId !== import_id || one.key !== keyOfNamed(item));
  };

  return {
    imports,
    isUndone: (importId: string): boolean => undone.has(importId),
    /** Takes an accepted request. @param isOrdered false if others ran at the same time: what was there is unknown. */
    accept: (request: Request, reply: Reply, isOrdered = true): void => {
      const importId = reply.headers.get('X-Import-Id')!;
      const earlier = rows;
      const told = toldIn(request, reply);
      for (const { key, content, isAdded, differs } of told) {
        const before = earlier.filter((row) => row.key === key);
        if (isOrdered && request.kind === 'transactions') {
          const isChecked = !request.query.includes('false');
          expect([key, isAdded]).toEqual([key, !isChecked || before.length === 0]);
          if (!isAdded) expect([key, differs]).toEqual([key, before[0]!.content !== content]);
        }
        if (isOrdered && request.kind === 'historical-billing-documents') expect(before).toEqual([]);
        if (isAdded) rows = [...rows, { importId, key, content }];
        acknowledged = [...acknowledged, { importId, key, content: differs ? null : content }];
      }
      imports.push(importId);
    },
    forget,
    /** Returns true if another import was told that an item of this one is stored. */
    isReliedOn: (importId: string): boolean =>
      rows.some(
        ({ importId: holder, key }) =>
          holder === importId &&
          acknowledged.some(
            (one) =>
              one.importId !== importId &&
              (one.key === key || (one.key.endsWith(UNDATED) && key.startsWith(one.key.slice(0, -UNDATED.length)))),
          ),
      ),
    /** Expects that the account has the rows, each once, and that each acknowledged item is one of them. */
    check: async (post: Post, account: TestAccount): Promise<void> => {
      const listed = async (list: string) =>
        (await post('/v1/data-import/accounts/summary/', { ...account, list })).json;
      const { items: transactions, payment_instruction: instruction } = await listed('transactions');
      const { items: notes } = await listed('notes');
      const { items: statements } = await listed('statements');
      const stored = [
        ...transactions.map(({ transaction_id }: any) => `transaction ${transaction_id}`),
        ...notes.filter((note: any) => !note.added_by_service).map((note: any) => noteKey(note.body, note.created_at)),
        ...statements.map(({ statement_id }: any) => `statement ${statement_id}`),
        ...(instruction === null ? [] : ['instruction']),
      ];
      expect(stored.toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
      const unbacked = acknowledged.filter(({ key, content }) =>
        content === null || content === ''
          ? !has(key)
          : !rows.some((row) => row.key === key && row.content === content),
      );
      expect(unbacked).toEqual([]);
    },
  };
};
