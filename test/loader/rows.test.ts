import type { Kind } from '@carryover/contract/kinds';
import { checkInputs } from '@carryover/loader/check/check-inputs';
import type { Judging } from '@carryover/loader/check/decode-item';
import { readItems } from '@carryover/loader/reading/read-items';
import { sentText } from '@carryover/loader/rows/item';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { all, sourceOf } from '../support/a-file.ts';

const AS_SENT: Judging = { supplier: null, supplyChargeArithmetic: 'report', unknownFields: 'refuse' };

const inputOf = (kind: Kind, content: string) => ({ file: kind, kind, source: sourceOf(content) });
const rowsIn = async (kind: Kind, content: string, supplier: string | null = null) => {
  const read = await all(readItems([inputOf(kind, content)], { supplier, others: 'taken' }));
  return read.flatMap(({ items }) => items);
};
/** Returns the text sent for each row, as `supplier/account: JSON`. */
const sentFor = async (...of: Parameters<typeof rowsIn>) =>
  (await rowsIn(...of)).map((row) => {
    if (E.isLeft(row)) return row.left;
    const { supplier, number } = row.right.account;
    return `${supplier}/${number}: ${sentText(row.right)}`;
  });
/** Returns the errors of each row, as `line:column path: code`. */
const errorsIn = async (kind: Kind, content: string, judging: Partial<Judging> = {}) => {
  const errors: string[] = [];
  const input = inputOf(kind, content);
  const { files } = await checkInputs(
    [input],
    { ...AS_SENT, ...judging },
    ({ line, column, path, code }) => errors.push(`${line}${column === null ? '' : `:${column}`} ${path}: ${code}`),
    { update: () => {}, end: () => {} },
  );
  return files[0]!.isComplete ? errors : errors.map((error) => `${error} (stops)`);
};

const ACCOUNT = '"import_supplier":"S","external_account_number":"A"';
const SUPPLY = `"transaction_date":"2024-01-02","type":"SUPPLY_CHARGE","product_code":"P"`;
const LINE_ITEM =
  '{"rate_band":"DAY","start_date":"2024-01-01","end_date":"2024-01-31","number_of_units":10.0,"net_amount":1E1,"price_per_unit":2}';

describe('a row of NDJSON', () => {
  it.each([
    [`{${ACCOUNT},"body":"x"}`, '{"body":"x"}'],
    [`{"body":"x",${ACCOUNT}}`, '{"body":"x"}'],
    [
      ` { "import_supplier" : "S" , "body":"x" , "external_account_number":"A", "is_pinned":true }\r`,
      '{"body":"x","is_pinned":true}',
    ],
    ['{"\\u0069mport_supplier":"S","body":"a \\"{,}\\" b","external_account_number":"A"}', '{"body":"a \\"{,}\\" b"}'],
    [`{${ACCOUNT},"body":"x","line":3,"code":"blank","path":"body","detail":"…"}`, '{"body":"x"}'],
  ])('%s is sent as it was, without what is not the item', async (line, item) => {
    const [sent] = await sentFor('notes', `${line}\n`);
    expect(sent).toBe(`S/A: ${item}`);
  });

  it('keeps the text of every number', async () => {
    const line = `{${ACCOUNT},"transaction_id":"T","amount":71.50e0,${SUPPLY},"line_items":[${LINE_ITEM}]}`;
    expect(await sentFor('transactions', line)).toEqual([
      `S/A: {"transaction_id":"T","amount":71.50e0,${SUPPLY},"line_items":[${LINE_ITEM}]}`,
    ]);
  });

  it('takes its supplier from the command if it has none', async () => {
    const lines =
      '{"external_account_number":"A","body":"x"}\n{"import_supplier":"OWN","external_account_number":"A","body":"x"}';
    expect(await sentFor('notes', lines, 'GIVEN')).toEqual(['GIVEN/A: {"body":"x"}', 'OWN/A: {"body":"x"}']);
    expect(await errorsIn('notes', lines)).toEqual(['1 import_supplier: required']);
  });

  it('of payment instructions is a body, which names the supplier', async () => {
    const rest = '"external_account_number":"A","vendor":"STRIPE","reference":"R","type":"CARD"}';
    expect(await sentFor('payment-instructions', `{${rest}`, 'S')).toEqual([`S/A: {"import_supplier":"S",${rest}`]);
  });

  it('that is wrong tells all its errors with their columns, and the rows after it are read', async () => {
    const lines = [
      `{${ACCOUNT},"body":" ","created_at":"2024-02-30T00:00:00Z"}`,
      `{${ACCOUNT},"body":"x"}`,
      `{${ACCOUNT},"document_paths":[{"document_path":"é/a"},{"document_path":"../a"}]}`,
      `{${ACCOUNT},"body":"x","body":"y"}`,
      '',
      '"x"',
    ];
    expect(await errorsIn('notes', lines.join('\n'))).toEqual([
      '1:61 body: blank',
      '1:78 created_at: invalid',
      '3:113 document_paths.1.document_path: invalid_document_path',
      '4:65 : parse_error',
      '6:1 : invalid',
    ]);
  });

  it('nests as deep as the body of its request allows', async () => {
    const nested = (depth: number) => `{${ACCOUNT},"body":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(await errorsIn('notes', `${nested(29)}\n${nested(30)}`)).toEqual([
      '1:61 body: invalid',
      '2:90 : parse_error',
    ]);
  });

  it('that ends early is the last one', async () => {
    const broken = async function* () {
      yield Buffer.from(`{${ACCOUNT},"body":"x"}\n{${ACCOUNT},"bo`);
      throw new Error('The disk failed.');
    };
    const input = { ...inputOf('notes', ''), source: { ...sourceOf(''), chunks: broken() } };
    const read = await all(readItems([input], { supplier: null, others: 'taken' }));
    const rows = read.flatMap(({ items }) => items);
    expect(
      rows.map((row) => (E.isRight(row) ? [row.right.line, true] : [row.left.line, row.left.why.stopsReading])),
    ).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  it('is missing: an empty file is not valid', async () => {
    expect(await errorsIn('notes', '\n \n')).toEqual(['1 : required (stops)']);
  });
});

describe('a key that objects inherit', () => {
  it('is an unknown field like any other', async () => {
    expect(await errorsIn('notes', `{${ACCOUNT},"body":"x","__proto__":{"body":"y"}}`)).toEqual([
      '1:77 __proto__: unknown_field',
    ]);
  });
});

describe("the supplier's configuration", () => {
  const wrongSum = `{${ACCOUNT},"transaction_id":"T","amount":"1.00",${SUPPLY},"line_items":[${LINE_ITEM}]}`;
  const history = (transaction: string) =>
    `{${ACCOUNT},"ledger_code":"E","ledger_number":"L","billing_document_type":"ITEM_BASED","historical_billing_documents":[],"additional_historical_transactions":[${transaction.replace(`${ACCOUNT},`, '')}]}`;

  it('decides on supply charges that do not add up', async () => {
    expect(await errorsIn('transactions', wrongSum)).toEqual([]);
    expect(await errorsIn('billing-documents', history(wrongSum))).toEqual([]);
    const enforced = { supplyChargeArithmetic: 'enforce' } as const;
    expect(await errorsIn('transactions', wrongSum, enforced)).toEqual([
      '1:84 amount: ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount',
      '1:284 line_items.0.net_amount: incorrect_line_item_net_amount',
    ]);
    expect(await errorsIn('billing-documents', history(wrongSum), enforced)).toHaveLength(2);
  });

  it('decides on unknown fields', async () => {
    const line = `{${ACCOUNT},"body":"x","colour":1}`;
    expect(await errorsIn('notes', line)).toEqual(['1:74 colour: unknown_field']);
    expect(await errorsIn('notes', line, { unknownFields: 'report' })).toEqual([]);
    const table = 'import_supplier,external_account_number,body,colour\nS,A,x,1\n';
    expect(await errorsIn('notes', table)).toEqual(['1 colour: unknown_field']);
    expect(await errorsIn('notes', table, { unknownFields: 'report' })).toEqual([]);
  });
});

describe('a row of CSV', () => {
  it('has fields as columns: empty is absent, flags and nested fields are JSON', async () => {
    const table = [
      'is_pinned,import_supplier,external_account_number,body,document_paths,unpin_at',
      'true,S,A,"two\nlines, ""quoted""",,',
      ',S,A,,"[{""document_path"":""a/b.pdf""}]",2024-01-01T00:00:00Z',
      'yes,S,A,x,,',
      ',S,A,x,[1,',
      ',S,A,x,[1;],',
    ].join('\n');
    expect(await sentFor('notes', table)).toEqual([
      'S/A: {"is_pinned":true,"body":"two\\nlines, \\"quoted\\""}',
      'S/A: {"document_paths":[{"document_path":"a/b.pdf"}],"unpin_at":"2024-01-01T00:00:00Z"}',
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ]);
    expect(await errorsIn('notes', table)).toEqual([
      '5 is_pinned: invalid',
      '6 document_paths: parse_error',
      '7 document_paths: parse_error',
    ]);
  });

  it('sends amounts as text, and numbers in JSON as they were', async () => {
    const items = `[${LINE_ITEM}]`;
    const table = `external_account_number,transaction_id,transaction_date,amount,type,product_code,line_items\nA,T,2024-01-02,10.50,SUPPLY_CHARGE,P,"${items.replaceAll('"', '""')}"`;
    expect(await sentFor('transactions', table, 'S')).toEqual([
      `S/A: {"transaction_id":"T","transaction_date":"2024-01-02","amount":"10.50","type":"SUPPLY_CHARGE","product_code":"P","line_items":${items}}`,
    ]);
  });

  it('that was rejected before is read without the reasons', async () => {
    const table = 'import_supplier,external_account_number,body,line,code,path,detail\nS,A,x,7,blank,body,Wrong.';
    expect(await sentFor('notes', table)).toEqual(['S/A: {"body":"x"}']);
    const partly = 'import_supplier,external_account_number,body,code\nS,A,x,blank';
    expect(await errorsIn('notes', partly)).toEqual(['1 code: unknown_field']);
  });

  it('may be as long as the longest note', async () => {
    const body = `${'a\n'.repeat(49_000)}b`;
    const rows = await rowsIn('notes', `import_supplier,external_account_number,body\nS,A,"${body}"\nS,A,c\n`);
    expect(rows.map((row) => [E.isRight(row) && row.right.line, E.isRight(row)])).toEqual([
      [2, true],
      [49_003, true],
    ]);
  });

  it.each([
    ['external_account_number,body\nA,x', '1 import_supplier: required (stops)'],
    ['S,A,x', '1 : required (stops)'],
    ['', '1 : required (stops)'],
    ['import_supplier,external_account_number,body\n', '1 : required (stops)'],
  ])('of a file %j has no meaning', async (table, error) => {
    expect(await errorsIn('notes', table)).toEqual([error]);
  });
});

describe('a row whose import supplier is null', () => {
  const row = (fields: object) => JSON.stringify({ external_account_number: 'A', ...fields });

  it.each([
    ['notes', { body: 'x' }],
    ['payment-instructions', { vendor: 'STRIPE', reference: 'R', type: 'CARD' }],
  ] as const)('of %s is an error: it is not the supplier of the command', async (kind, fields) => {
    const of = async (json: string) => (await rowsIn(kind, json, 'S'))[0];
    expect(await of(row({ import_supplier: null, ...fields }))).toMatchObject({
      left: { why: { code: 'null', path: 'import_supplier' } },
    });
    expect(await of(row(fields))).toMatchObject({ right: { account: { supplier: 'S', number: 'A' } } });
  });
});
