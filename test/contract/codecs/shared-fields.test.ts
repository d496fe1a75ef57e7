import { makeCreateNotesBody } from '@carryover/contract/codecs/note';
import { makeCreateTransactionsBody } from '@carryover/contract/codecs/transaction';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, decoded, errorsOf, sent, TRANSACTIONS } from '../a-body.ts';

const LIMITS = { ...DEFAULT_LIMITS, maxItems: 5 };
const BODIES = [
  { list: 'notes', codec: makeCreateNotesBody(LIMITS), item: { body: 'a' } },
  { list: 'transactions', codec: makeCreateTransactionsBody(LIMITS), item: TRANSACTIONS.CREDIT },
] as const;

describe.each(BODIES)(
  'a request with $list names its account by two fields (§1, decisions 2)',
  ({ list, codec, item }) => {
    const body = (fields: object) => sent({ ...ACCOUNT, ...fields, [list]: [] });
    const text = (length: number): string => '😀'.repeat(length);

    it('kept byte for byte', () => {
      const [importSupplier, externalAccountNumber] = [' sUpplier\u00e9', ' e\u0301 '];
      const account = { import_supplier: importSupplier, external_account_number: externalAccountNumber };
      expect(decoded<object>(codec, body(account))).toMatchObject({ importSupplier, externalAccountNumber });
    });

    it.each([
      ['import_supplier', 32],
      ['external_account_number', 128],
    ])('%s of 1 to %i characters', (field, max) => {
      const errors = ['', 'a', text(max), text(max + 1)].map((value) => errorsOf(codec, body({ [field]: value })));
      expect(errors).toEqual([[`${field}: blank`], [], [], [`${field}: max_length`]]);
    });

    it('is an object of just these fields', () => {
      expect(errorsOf(codec, sent({}))).toEqual(
        ['import_supplier', 'external_account_number', list].map((it) => `${it}: required`),
      );
      expect(errorsOf(codec, body({ organisation: 'a' }))).toEqual(['organisation: unknown_field']);
    });

    it('has a list, which may be empty', () => {
      expect(errorsOf(codec, sent({ ...ACCOUNT, [list]: [] }))).toEqual([]);
      expect([null, {}, 'a'].map((value) => errorsOf(codec, sent({ ...ACCOUNT, [list]: value })))).toEqual([
        [`${list}: null`],
        [`${list}: invalid`],
        [`${list}: invalid`],
      ]);
      expect(errorsOf(codec, sent({ ...ACCOUNT, [list]: [item, null, 1, [], item] }))).toEqual(
        [`${list}.1: null`, `${list}.2: invalid`, `${list}.3: invalid`].concat(
          list === 'transactions' ? [`${list}.4.transaction_id: duplicate_transaction_ids`] : [],
        ),
      );
    });

    it('of no more items than the limit', () => {
      const items = [...'123456'].map((id) => ('transaction_id' in item ? { ...item, transaction_id: id } : item));
      expect(errorsOf(codec, sent({ ...ACCOUNT, [list]: items.slice(1) }))).toEqual([]);
      expect(errorsOf(codec, sent({ ...ACCOUNT, [list]: items }))).toEqual([`${list}: max_items`]);
    });
  },
);
