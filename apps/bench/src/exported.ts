/** The columns of the transactions of a mapped load, as a plain file names them. */
export const FIELDS = [
  'import_supplier',
  'external_account_number',
  'transaction_id',
  'transaction_date',
  'type',
  'amount',
  'reason',
  'payment_type',
  'reference',
  'note',
  'display_note',
];

/** The same columns as an export of another system has them, and what makes items of them. */
export const MAPPING = `kind: transactions
dialect: {delimiter: ";"}
decimalChar: ","
groupChar: "."
dateFormat: dd.MM.yyyy
columns:
  LIEFERANT: import_supplier
  KUNDENNR: external_account_number
  BELEGNR: transaction_id
  BUCHDAT: transaction_date
  ART: {to: type, values: {Z: PAYMENT, M: CHARGE, G: CREDIT}}
  BETRAG: {to: amount, negative: trailing, reverse: {ART: [Z, G]}}
  GRUND: reason
  ZAHLART: payment_type
  REFERENZ: reference
  TEXT: note
  ANZEIGE: display_note
`;
export const COLUMNS = 'LIEFERANT;KUNDENNR;BELEGNR;BUCHDAT;ART;BETRAG;GRUND;ZAHLART;REFERENZ;TEXT;ANZEIGE';
const TYPES: Readonly<Record<string, string>> = { PAYMENT: 'Z', CHARGE: 'M', CREDIT: 'G' };

export type Cells = ReadonlyArray<string>;

/** A line of the export. */
export const exportedOf = ([supplier, account, id, day, type, amount, ...others]: Cells): string => {
  const [year, month, date] = day!.split('-');
  const digits = amount!.replace('.', ',');
  const cells = [
    supplier,
    account,
    id,
    `${date}.${month}.${year}`,
    TYPES[type!]!,
    type === 'CHARGE' ? digits : `${digits}-`,
  ];
  return [...cells, ...others.map((text) => (text.includes(';') ? `"${text}"` : text))].join(';');
};

/** Cells of the transactions of an account. Line items have a file of their own in CSV: supply charges are left out. */
export const cellsOf = (transactions: Iterable<Readonly<Record<string, unknown>>>): ReadonlyArray<Cells> =>
  Array.from(transactions)
    .filter(({ type }) => type !== 'SUPPLY_CHARGE')
    .map((item) => FIELDS.map((field) => String(item[field] ?? '')));
