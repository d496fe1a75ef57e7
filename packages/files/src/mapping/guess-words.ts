import type { MappedKind } from '@carryover/contract/mapping/mapping';

/** Words of headers that mean a number. */
const NUMBER_WORDS: ReadonlySet<string> = new Set('n no nr nro num numero numer number nummer'.split(' '));
/** Words of headers that mean nothing. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'da de del della der des di do du el het il l la le of the van'.split(' '),
);

/** Returns a name as names are compared: without case, accents, signs and small words; `N° de client` is `nrclient`. */
export const canonical = (name: string): string =>
  name
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(?<!\p{L})[dl]['’]/giu, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => !SMALL_WORDS.has(word))
    .map((word) => (NUMBER_WORDS.has(word) ? 'nr' : word.replace(/(?:nummer|number|numero)$/, 'nr')))
    .join('');

/**
 * Names of columns in German, English, French, Italian, Spanish and Dutch that mean a field. A name may mean several fields:
 * the first that the kind has, and that no other column has taken.
 */
const NAMES: ReadonlyArray<readonly [string, string]> = [
  [
    'external_account_number',
    `Kunde, Kdnr, Kd-Nr, Kundennr, Kunden-ID, Kundenkonto, Vertragskonto, Vertragskontonr, Konto, Kontonr, Debitor, Debitorennr,
    Customer, Customer No, Customer ID, Customer Ref, Customer Reference, Customer Code, Customer Account, Cust No, Cust ID,
    Account, Account No, Account ID, Account Ref, Account Reference, Account Code, Acct, Acct No, Acct ID, Acct Ref, Client,
    Client No, Client ID, Client Ref, Client Code, Compte, Compte client, N° compte, N° compte client, N° client, Num client,
    Numclient, Numcompte, Référence client, Réf client, Refclient, Code client, Identifiant client, ID client, Cliente,
    N° cliente, Numcliente, Código cliente, Cód cliente, Codcliente, ID cliente, Referencia cliente, Ref cliente, Cuenta,
    N° cuenta, Numcuenta, Cuenta cliente, Codice cliente, Codicecliente, Codice conto, Conto, N° conto, Klant, Klantnr,
    Klantcode, Rekening, Rekeningnr, Debiteur, Debiteurnr`,
  ],
  [
    'transaction_id',
    `Beleg, Belegnr, Beleg-ID, Buchungsnr, Buchungs-ID, Vorgangsnr, Payment ID, Payment No, Payment Ref, Transaction, Transaction ID,
    Transaction No, Transaction Ref, Transaction Reference, Trans ID, Trans No, Trans Ref, Tran ID, Txn, Txn ID, Txn Ref, Entry No,
    Document No, Doc No, Voucher No, Pièce, N° pièce, Écriture, N° écriture, N° opération, N° mouvement, Référence opération,
    Movimento, N° movimento, Nummovimento, Movimiento, N° movimiento, Nummovimiento, ID movimiento, Asiento, N° asiento,
    N° documento, Boekingsnr, Boekstuknr, Boekstuk, Transactienr, Receipt No, Invoice, Invoice No, Rechnungsnr, Facture,
    N° facture, Factura, N° factura, Fattura, N° fattura, Factuurnr`,
  ],
  [
    'transaction_date',
    `Transaction Date, Trans Date, Tran Date, Txn Date, Posting Date, Posted Date, Post Date, Date Posted, Posted, Posted On,
    Effective Date, Entry Date, Value Date, Paid, Paid On, Paid Date, Payment Date, Zahlungsdatum, Zahldatum, Buchungsdatum,
    Buchungstag, Buchdat, Valuta, Datum, Date, Date opération, Date écriture, Date mouvement, Date comptable, Date valeur,
    Data, Data operazione, Data movimento, Data contabile, Data valuta, Fecha, Fecha operación, Fecha movimiento,
    Fecha contable, Fecha valor, Boekdatum, Transactiedatum`,
  ],
  [
    'amount',
    `Betrag, Summe, Wert, Amount, Amt, Transaction Amount, Net Amount, Value, Total, Montant, Montant opération, Somme, Importo,
    Importe, Importe total, Monto, Bedrag, Totaal`,
  ],
  [
    'type',
    `Art, Buchungsart, Belegart, Vorgangsart, Typ, Type, Kind, Transaction Type, Trans Type, Tran Type, Txn Type, Entry Type,
    Debit Credit, Debit/Credit, D/C, Dr/Cr, Soll/Haben, S/H, SH-KZ, Nature, Sens, Type opération, Code opération, Type mouvement,
    Débit/Crédit, Causale, Tipo, Tipo operazione, Tipo movimento, Segno, Dare/Avere, Tipo operación, Tipo movimiento, Debe/Haber,
    D/H, Signo, Soort, Debet/Credit`,
  ],
  [
    'note',
    `Text, Buchungstext, Bemerkung, Anmerkung, Verwendungszweck, Beschreibung, Memo, Remark, Remarks, Note, Notes, Comment,
    Description, Details, Narrative, Libellé, Intitulé, Désignation, Commentaire, Descrizione, Note, Concepto, Descripción,
    Observaciones, Omschrijving`,
  ],
  [
    'body',
    `Text, Notiz, Bemerkung, Note, Notes, Comment, Body, Message, Commentaire, Remarque, Texte, Nota, Testo, Comentario,
    Observaciones, Texto, Notitie, Opmerking`,
  ],
  [
    'created_at',
    `Erstellt, Erstellt am, Angelegt, Angelegt am, Datum, Created, Created At, Created On, Date, Timestamp, Entered On,
    Date création, Créé le, Data creazione, Data, Creado, Fecha creación, Fecha, Aangemaakt, Aangemaakt op`,
  ],
  [
    'reference',
    `Referenz, Zahlungsreferenz, Mandatsref, Mandatsreferenz, Reference, Ref, Payment Reference, Référence, Riferimento,
    Referencia, Referentie`,
  ],
  [
    'statement_id',
    `Rechnung, Rechnungsnr, Rechnungs-ID, Abrechnungsnr, Statement ID, Statement No, Invoice, Invoice No, Invoice ID, Bill No,
    Bill ID, Facture, N° facture, Factura, N° factura, Fattura, N° fattura, Factuurnr`,
  ],
  ['number', 'Rechnungsnr, Invoice No, Statement No, N°, N° facture, N° factura, N° fattura, Factuurnr'],
  [
    'issued_date',
    `Rechnungsdatum, Ausstellungsdatum, Issued, Issue Date, Issued Date, Invoice Date, Bill Date, Statement Date, Date facture,
    Date émission, Data fattura, Data emissione, Fecha factura, Fecha emisión, Factuurdatum`,
  ],
  [
    'bill_period_from_date',
    `Von, Zeitraum von, Periode von, From, Period From, Period Start, Start Date, Début, Date début, Dal, Data inizio, Desde,
    Fecha inicio, Fecha desde, Van, Periode van`,
  ],
  [
    'bill_period_to_date',
    `Bis, Zeitraum bis, Periode bis, To, Period To, Period End, End Date, Fin, Date fin, Al, Data fine, Hasta, Fecha fin,
    Fecha hasta, Tot, Periode tot`,
  ],
  [
    'gross_amount',
    `Brutto, Bruttobetrag, Rechnungsbetrag, Gross, Gross Amount, Total, Amount Due, Montant TTC, TTC, Total TTC, Totale,
    Importo totale, Importe total, Totaal`,
  ],
  [
    'ledger_number',
    'Vertrag, Vertragsnr, Ledger, Ledger No, Contract, Contract No, Contrat, N° contrat, Contratto, Contrato, N° contrato',
  ],
  ['ledger_code', 'Sparte, Ledger Code, Commodity, Énergie, Energia, Energía'],
  ['status', 'Status, Zustand, Statut, Stato, Estado'],
  ['import_supplier', 'Import Supplier, Supplier'],
];

/** The fields that a name of a column may mean, the likeliest first. */
const FIELDS = Map.groupBy(
  NAMES.flatMap(([field, names]) =>
    [...new Set([field, ...names.split(',')].map(canonical))].map((name) => ({ name, field })),
  ),
  ({ name }) => name,
);

/** Returns the fields that a name of a column may mean, the likeliest first. */
export const fieldsMeant = (column: string): ReadonlyArray<string> =>
  FIELDS.get(canonical(column))?.map(({ field }) => field) ?? [];

/** What values of the column of the type mean; single letters only where all values of the column are known. */
const TYPE_VALUES: ReadonlyArray<readonly [string, string]> = [
  [
    'CHARGE',
    'D, S, DR, Debit, Soll, Dare, Débit, Debe, Cargo, Addebito, Charge, Fee, Gebühr, Mahngebühr, Frais, Spese',
  ],
  [
    'PAYMENT',
    'C, H, A, CR, Haben, Avere, Crédito, Payment, Zahlung, Paiement, Règlement, Pago, Cobro, Pagamento, Betaling',
  ],
  ['CREDIT', 'Credit, Credit Note, Gutschrift, Avoir, Abono, Accredito, Creditnota'],
  ['REPAYMENT', 'Repayment, Refund, Rückzahlung, Erstattung, Remboursement, Reembolso, Rimborso, Terugbetaling'],
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

/** A sign or code of a currency at a number. */
export const CURRENCY = /^(?:\p{Sc}|[A-Z]{3}|[A-Z]{1,2}\$|kr|Kč|zł|Fr\.?)$/u;

/** The kinds that are guessed, by a field that others do not have. */
export const KINDS_BY_FIELD: ReadonlyArray<readonly [MappedKind, ReadonlyArray<string>]> = [
  ['statements', ['statement_id', 'gross_amount', 'bill_period_from_date', 'issued_date']],
  ['transactions', ['transaction_id', 'amount', 'transaction_date', 'type']],
  ['notes', ['body', 'created_at']],
];
