import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { UndoResult } from '@carryover/adapters-persistence/console-jobs';
import { addRemoved, NOTHING_REMOVED } from '@carryover/application/corrections/undo-import';
import type { UndoneOfAccount } from '@carryover/application/corrections/undo-range';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import { ITEM_KINDS } from '@carryover/operations/item-kinds';
import { describeUndoRefusal, showItem } from '@carryover/operations/undo-words';
import { UNDO_LISTS, type UndoList, undoFile } from './job-files.ts';

/** Totals by ledger are shown up to this number; the list that is downloaded has all. */
const LEDGERS_SHOWN = 100;

/** Transactions of a type, on all ledgers or on one. */
type Total<Of> = { readonly of: Of; readonly count: number; readonly sum: Decimal };
type OfLedger = { readonly account: string; readonly ledger: string; readonly type: string };

const addTo = <Of>(totals: Map<string, Total<Of>>, key: string, of: Of, count: number, sum: Decimal): void => {
  const before = totals.get(key);
  totals.set(key, {
    of,
    count: (before?.count ?? 0) + count,
    sum: before === undefined ? sum : Decimal.sum([before.sum, sum]),
  });
};

const writer = (folder: string, list: UndoList) => {
  const file = createWriteStream(join(folder, undoFile(list)), { mode: 0o600 });
  file.on('error', () => undefined);
  return {
    add: (line: object) => file.write(`${JSON.stringify(line)}\n`),
    end: () => {
      file.end();
      return finished(file);
    },
  };
};

type Figures = Omit<UndoResult, 'outcome' | 'digest' | 'changedAccounts'>;

/** Adds up what is removed and refused, account by account, and writes the lists of it. */
export const makeUndoFigures = (folder: string) => {
  const [removedList, refusedList, missingList] = UNDO_LISTS.map((list) => writer(folder, list));
  let [accounts, undone, missing] = [0, 0, 0];
  let kinds = NOTHING_REMOVED;
  const codes = new Map<string, number>();
  const types = new Map<string, Total<string>>();
  let ledgers: Map<string, Total<OfLedger>> | null = new Map();

  const addRemovedOf = ({ externalAccountNumber, removed }: UndoneOfAccount): void => {
    const account = externalAccountNumber ?? '';
    const own = new Map<string, Total<OfLedger>>();
    let ofAccount = NOTHING_REMOVED;
    for (const items of removed.values()) {
      ofAccount = addRemoved(ofAccount, items);
      kinds = addRemoved(kinds, items);
      for (const { ledgerNumber, type, count, sum } of items.transactions) {
        const amount = new Decimal(sum);
        addTo(types, type, type, count, amount);
        const of = { account, ledger: ledgerNumber, type };
        addTo(own, JSON.stringify(of), of, count, amount);
      }
    }
    for (const [key, { of, count, sum }] of own) {
      removedList!.add({ ...of, count, sum: toMoney(sum) });
      if (ledgers !== null) addTo(ledgers, key, of, count, sum);
    }
    for (const [kind, name] of ITEM_KINDS)
      if (kind !== 'transactions' && ofAccount[kind] > 0)
        removedList!.add({ account, ledger: '', type: name, count: ofAccount[kind], sum: null });
    if (ledgers !== null && ledgers.size > LEDGERS_SHOWN) ledgers = null;
  };

  return {
    add: (account: UndoneOfAccount): void => {
      accounts += 1;
      undone += account.removed.size;
      addRemovedOf(account);
      for (const { importId, externalAccountNumber, refusal } of account.refused) {
        codes.set(refusal.kind, (codes.get(refusal.kind) ?? 0) + 1);
        const why = describeUndoRefusal(refusal);
        refusedList!.add({ import: importId, account: externalAccountNumber, code: refusal.kind, why });
      }
      for (const { importId, externalAccountNumber, answered } of account.answering)
        for (const later of answered)
          for (const item of later.items) {
            missing += 1;
            const name = showItem(item);
            missingList!.add({ item: name, account: externalAccountNumber, import: importId, later: later.importId });
          }
    },
    end: async (): Promise<Figures> => {
      for (const list of [removedList, refusedList, missingList]) await list!.end();
      const others = ITEM_KINDS.filter(([kind]) => kind !== 'transactions' && kinds[kind] > 0);
      return {
        accounts,
        undone,
        missing,
        refused: [...codes].map(([code, count]) => ({ code, count })),
        totals: [
          ...[...types.values()].map(({ of: type, count, sum }) => ({ type, count, sum: toMoney(sum) })),
          ...others.map(([kind, , title]) => ({ type: title, count: kinds[kind], sum: null })),
        ],
        ledgers: ledgers && [...ledgers.values()].map(({ of, count, sum }) => ({ ...of, count, sum: toMoney(sum) })),
      };
    },
  };
};
