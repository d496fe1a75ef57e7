import type { MappedKind } from '@carryover/contract/mapping/mapping';

/** Words of headers in German, English, French, Italian, Spanish and Dutch that name a field, without case, accents and signs. */
export const WORDS: ReadonlyArray<readonly [string, RegExp]> = [
  [
    'external_account_number',
    /^(?:kdnr|kundennr|kundennummer|kunde|vertragskonto|konto(?:nr|nummer)?|customer(?:no|number|id)?|account(?:no|number|id|ref)?|acct(?:no)?|client|compte|codcliente|codicecliente|cliente|numerocliente|codigocliente|klantnr|klantnummer|numero(?:client|compte)|numclient|refclient)$/,
  ],
  [
    'transaction_id',
    /^(?:beleg(?:nr|nummer)?|payment(?:id|no|number|ref)?|buchungs(?:nr|nummer|id)|transaction(?:id|no|ref)?|trans(?:id|no)|txn(?:id)?|piece|numeropiece|nmovimento|movimento|nummovimiento|boekingsnr|boekstuknr|ecriture)$/,
  ],
  [
    'transaction_date',
    /^(?:buchdat|data|fecha|boekdatum|paid(?:on|date)?|paymentdate|zahlungsdatum|zahldatum|buchungsdatum|buchdatum|valuta|datum|date|transaction(?:date)?|transdate|postingdate|dateecriture|dateoperation)$/,
  ],
  ['amount', /^(?:betrag|importo|importe|bedrag|summe|wert|amount|value|total|montant|somme)$/],
  ['type', /^(?:art|causale|tipo|soort|buchungsart|typ|type|kind|transactiontype|nature)$/],
  [
    'note',
    /^(?:text|descrizione|descripcion|omschrijving|buchungstext|bemerkung|anmerkung|memo|remarks?|verwendungszweck|note|notes|comment|description|narrative|libelle|commentaire)$/,
  ],
  ['body', /^(?:text|notiz|bemerkung|note|notes|comment|body|commentaire|remarque)$/],
  ['created_at', /^(?:erstellt(?:am)?|angelegt(?:am)?|datum|created(?:at|on)?|date|timestamp|datecreation|creele)$/],
  ['reference', /^(?:referenz|zahlungsreferenz|mandatsref(?:erenz)?|reference|ref|paymentreference)$/],
  [
    'statement_id',
    /^(?:rechnungs?(?:nr|nummer|id)|abrechnungs?(?:nr|nummer)|statement(?:id|no)?|invoice(?:no|id|number)?|bill(?:no|id)?|facture|numerofacture)$/,
  ],
  ['number', /^(?:rechnungs?(?:nr|nummer)|invoicenumber|statementnumber|numero)$/],
  [
    'issued_date',
    /^(?:rechnungsdatum|ausstellungsdatum|issue(?:d|date)?|issueddate|invoicedate|billdate|datefacture|dateemission)$/,
  ],
  ['bill_period_from_date', /^(?:von|zeitraumvon|periodevon|from|periodfrom|periodstart|startdate|datedebut|debut)$/],
  ['bill_period_to_date', /^(?:bis|zeitraumbis|periodebis|to|periodto|periodend|enddate|datefin|fin)$/],
  ['gross_amount', /^(?:brutto(?:betrag)?|rechnungsbetrag|gross(?:amount)?|total|montantttc|ttc)$/],
  ['ledger_number', /^(?:vertrag(?:snr|snummer)?|ledger(?:no|number)?|contract(?:no)?|contrat)$/],
  ['ledger_code', /^(?:sparte|ledgercode|commodity|energie)$/],
  ['status', /^(?:status|zustand|statut)$/],
  ['import_supplier', /^(?:importsupplier|supplier)$/],
];

export const canonical = (name: string): string =>
  name
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** The kinds that are guessed, by a field that others do not have. */
export const KINDS_BY_FIELD: ReadonlyArray<readonly [MappedKind, ReadonlyArray<string>]> = [
  ['statements', ['statement_id', 'gross_amount', 'bill_period_from_date', 'issued_date']],
  ['transactions', ['transaction_id', 'amount', 'transaction_date', 'type']],
  ['notes', ['body', 'created_at']],
];
