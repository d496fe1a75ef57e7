/** What values of the column of the type mean; single letters only where all values of the column are known. */
const TYPE_VALUES: ReadonlyArray<readonly [string, string]> = [
  [
    'CHARGE',
    `D, S, DR, Debit, Soll, Dare, Débit, Debe, Cargo, Addebito, Charge, Fee, Gebühr, Mahngebühr, Frais, Spese, Debet, Nota, Factuur,
    Invoice, INV, Bill, BIL, Rechnung, RE, RG, Facture, Factura, Fattura, Herinnering, Aanmaning, Mahnung, Pénalité, Recargo,
    Late Fee, LPC, Bij, Faktura, Faktura VAT, FV, Bolletta, Nota odsetkowa, Odsetki, Obciążenie, Opłata, Należność, Wn`,
  ],
  [
    'PAYMENT',
    `C, H, A, CR, Haben, Avere, Crédito, Payment, Zahlung, Paiement, Règlement, Pago, Cobro, Pagamento, Betaling, PMT, PAY, PAYT, PYMT, PY, ZE, ZA,
    Zahlungseingang, Lastschrift, Überweisung, Prélèvement, Virement, Encaissement, Domiciliación, Transferencia, Ingreso, Incasso,
    Ontvangst, Incassato, Receipt, Direct Debit, Cash, Cheque, Check, Bank, Card, Af, Wpłata, Przelew, Zapłata, Ma`,
  ],
  [
    'CREDIT',
    'Credit, Credit Note, Gutschrift, GS, Avoir, Abono, Accredito, Creditnota, Nota de crédito, Goodwill, CRN, CN, Uznanie',
  ],
  [
    'REPAYMENT',
    `Repayment, Refund, Rückzahlung, Erstattung, Remboursement, Reembolso, Rimborso, Terugbetaling, RFD, REF, RF, Devolución,
    Rückerstattung, Auszahlung, Zwrot`,
  ],
];
const TYPES: ReadonlyMap<string, string> = new Map(
  TYPE_VALUES.flatMap(([type, values]) =>
    values.split(',').map((value) => [value.trim().toLowerCase(), type] as const),
  ),
);

/** Returns the type that each value of a column means, the value itself if it is not known. */
export const typesMeant = (values: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> => {
  const areAllKnown = values.every((value) => TYPES.has(value.toLowerCase()));
  return values.map((value) => [
    value,
    (value.length > 2 || areAllKnown ? TYPES.get(value.toLowerCase()) : undefined) ?? value,
  ]);
};

const MOST_TYPES = 8;

/** Returns true if one of a few values of a column is a word for a type. */
export const hasTypes = (values: ReadonlyArray<string>): boolean =>
  values.length > 1 &&
  values.length <= MOST_TYPES &&
  values.some((value) => value.length > 2 && TYPES.has(value.toLowerCase()));

/** The marks of both sides of an account: debit and credit. */
const PAIRS: ReadonlyArray<ReadonlySet<string>> = [
  'S H',
  'D C',
  'D H',
  'D A',
  'DR CR',
  'DB CR',
  'SOLL HABEN',
  'DEBIT CREDIT',
  'DEBET CREDIT',
  'DEBE HABER',
  'DARE AVERE',
  'BIJ AF',
  'WN MA',
].map((pair) => new Set(pair.split(' ')));

/** Returns true if values are nothing but the marks of the two sides of an account. */
export const areSides = (values: ReadonlyArray<string>): boolean => {
  const found = new Set(values.map((value) => value.toUpperCase()));
  return found.size === 2 && PAIRS.some((pair) => found.isSubsetOf(pair));
};
