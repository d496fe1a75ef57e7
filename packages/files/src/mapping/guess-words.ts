import type { MappedKind } from '@carryover/contract/mapping/mapping';
import { ACCOUNT_NAMES } from './guess-account-words.ts';

/** Words of headers that mean a number. */
const NUMBER_WORDS: ReadonlySet<string> = new Set('n no nr nro num numero numer number nummer'.split(' '));
/** Words of headers that mean nothing. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'cent centen centimes centimos cents chf ct da de del della der des di do du el eur euro euros gbp het il l la le minor of pence pfennig the usd van'.split(
    ' ',
  ),
);
/** Short forms of words of headers. */
const SHORT_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    acc: 'account',
    acct: 'account',
    amt: 'amount',
    bal: 'balance',
    cd: 'code',
    cust: 'customer',
    desc: 'description',
    descr: 'description',
    dt: 'date',
    fch: 'fecha',
    inv: 'invoice',
    nbr: 'nr',
    omschr: 'omschrijving',
    pmt: 'payment',
    ref: 'reference',
    seq: 'sequence',
    stmt: 'statement',
    tran: 'transaction',
    trans: 'transaction',
    trn: 'transaction',
    txn: 'transaction',
    typ: 'type',
  }),
);

/** Returns a name as names are compared: without case, accents, signs and small words; `N° de client` is `nrclient`. */
export const canonical = (name: string): string => {
  const words = name
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(?<!\p{L})[dl]['’]/giu, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/ł/gi, 'l')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const own = words.filter((word) => word !== '' && !SMALL_WORDS.has(word));
  // A small word alone is a name: `Van` is that of the beginning of a period.
  return (own.length === 0 ? words : own)
    .map((word) =>
      NUMBER_WORDS.has(word) ? 'nr' : (SHORT_WORDS.get(word) ?? word.replace(/(?:nummer|number|numero)$/, 'nr')),
    )
    .join('');
};

/**
 * Names of columns in German, English, French, Italian, Spanish, Dutch and Polish that mean a field. A name may mean several fields:
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
    Klantcode, Klant-ID, Rekening, Rekeningnr, Debiteur, Debiteurnr, Debiteurcode, Relatienr, Aansluitnr, Contract Account,
    Service Account, Billing Account, Bill Account, Utility Account, A/C, A/C No, Acc No, Consumer No, Subscriber No, Member No,
    Debtor, Debtor No, Geschäftspartner, GP-Nr, Partnernr, Abnehmernr, Abnehmer, Mitgliedsnr, Kundennr alt, Abonné, N° abonné,
    Code abonné, Usager, N° usager, Réf abonné, Abonado, N° abonado, Cód abonado, Suministro, N° suministro, Utente, Codice utente,
    N° utente, Utenza, Cod utenza, Codice utenza, N° utenza,
    Odbiorca, Nr odbiorcy, Kod odbiorcy, ID odbiorcy, Klient, Nr klienta, Kod klienta, ID klienta, Nr konta, Konto klienta, Nr konta klienta,
    Płatnik, Nr płatnika, Kontrahent, Nr kontrahenta, Kod kontrahenta, Nabywca, Nr nabywcy, Abonent, Nr abonenta`,
  ],
  [
    'transaction_id',
    `Beleg, Belegnr, Beleg-ID, Kopf-ID, Kopfnr, Head ID, Head Ref, Header ID, Header No, Parent ID, Buchungsnr, Buchungs-ID, Vorgangsnr, Payment ID, Payment No, Payment Ref, Transaction, Transaction ID,
    Transaction No, Transaction Ref, Transaction Reference, Trans ID, Trans No, Trans Ref, Tran ID, Txn, Txn ID, Txn Ref, Entry No,
    Document No, Doc No, Voucher No, Pièce, N° pièce, Écriture, N° écriture, N° opération, N° mouvement, Référence opération,
    Movimento, N° movimento, Nummovimento, Progressivo, Movimiento, N° movimiento, Nummovimiento, ID movimiento, Asiento, N° asiento,
    N° documento, Boekingsnr, Boekstuknr, Boekstuk, Transactienr, Mutatienr, Volgnr, Receipt, Receipt No, Receipt Ref, Sequence, Sequence No,
    Seq ID, Entry, Entry ID, Record No, Record ID, Line No, Posting No, Posting ID, Journal No, Serial No, Trans Seq,
    Lfd Nr, Laufende Nr, Buchung, Vorgang, Vorgangs-ID, Umsatz-ID, N° ordre, N° reçu, Réf écriture, Réf mouvement, Apunte,
    N° apunte, N° orden, N° recibo, Recibo, Ricevuta, N° ricevuta, Bon, Bonnr, Betaling ID, Invoice, Invoice No, Rechnungsnr, Facture,
    N° facture, Factura, N° factura, Fattura, N° fattura, Factuurnr,
    Dokument, Nr dokumentu, Nr dowodu, Nr operacji, ID operacji, Nr transakcji, ID transakcji, Nr pozycji, Nr księgowania, Nr faktury, Lp`,
  ],
  [
    'transaction_date',
    `Transaction Date, Trans Date, Tran Date, Txn Date, Posting Date, Posted Date, Post Date, Date Posted, Posted, Posted On,
    Effective Date, Entry Date, Value Date, Paid, Paid On, Paid Date, Payment Date, Zahlungsdatum, Zahldatum, Buchungsdatum,
    Buchungstag, Buchdat, Valuta, Datum, Date, Received, Received On, Date Received, Receipt Date, Transacted On, Booked, Booked On, Booking Date, Business Date,
    Belegdatum, Wertstellung, Wertstellungsdatum, Gebucht am, Bezahlt am, Eingang, Eingangsdatum, Date opération, Date écriture, Date mouvement, Date comptable, Date valeur,
    Data, Data reg, Data registrazione, Data operazione, Data movimento, Data contabile, Data valuta, Fecha, Fecha operación, Fecha movimiento,
    Date règlement, Date paiement, Date encaissement, Date d'effet, Fecha contable, Fecha valor, Fecha apunte, Fecha pago,
    Fecha cobro, Fecha asiento, Boekdatum, Boekingsdatum, Transactiedatum, Mutatiedatum, Betaaldatum, Ontvangen op, Valutadatum,
    Data operacji, Data księgowania, Data zaksięgowania, Data transakcji, Data dokumentu, Data wpłaty, Data płatności, Data zapłaty, Data waluty`,
  ],
  [
    'amount',
    `Betrag, Summe, Wert, Amount, Amt, Transaction Amount, Net Amount, Value, Total, Montant, Montant opération, Somme, Importo,
    Importe, Importe total, Monto, Bedrag, Transactiebedrag, Mutatiebedrag, Bedrag incl btw, Betrag brutto, Buchungsbetrag, Zahlbetrag,
    Zahlungsbetrag, Umsatz, Montant TTC, Montant règlement, Importe cobro, Gross Amount, Amount Paid, Payment Amount, Paid Amount,
    Posted Amount, Totaal,
    Kwota, Kwota brutto, Kwota operacji, Kwota transakcji, Wartość, Wartość brutto, Suma`,
  ],
  [
    'type',
    `Art, Buchungsart, Belegart, Vorgangsart, Typ, Type, Kind, Transaction Type, Trans Type, Tran Type, Txn Type, Entry Type,
    Debit Credit, Debit/Credit, D/C, Dr/Cr, Soll/Haben, S/H, SH-KZ, Nature, Sens, Type opération, Code opération, Type mouvement,
    Débit/Crédit, Causale, Tipo, Tipo operazione, Tipo movimento, Segno, Dare/Avere, Tipologia, Tipo operación, Tipo movimiento, Debe/Haber,
    D/H, Signo, Soort, Debet/Credit, Transaction Code, Trans Code, Entry Code, Posting Type, Record Type, Payment Type, Event Type,
    Af Bij, Bij Af, Af/Bij, Soort boeking, Mutatiesoort, Transactiesoort, Boekingssoort, Soort mutatie, Buchungsschlüssel, Buchungscode,
    Vorgangscode, Belegtyp, Umsatzart, Zahlungsart, Nature opération, Type écriture, Type pièce, Type, Clase, Clase apunte,
    Tipo apunte, Tipo asiento, Tipo documento,
    Rodzaj, Rodzaj dokumentu, Rodzaj operacji, Rodzaj transakcji, Typ dokumentu, Typ operacji, Typ transakcji, Wn/Ma`,
  ],
  [
    'note',
    `Text, Buchungstext, Bemerkung, Anmerkung, Verwendungszweck, Beschreibung, Memo, Remark, Remarks, Note, Notes, Comment,
    Description, Details, Narrative, Libellé, Intitulé, Désignation, Commentaire, Descrizione, Note, Concepto, Descripción,
    Observaciones, Omschrijving, Mededeling, Mededelingen, Toelichting, Bijzonderheden, Particulars, Narration, Purpose, Text1,
    Bezeichnung, Hinweis, Belegtext, Libellé opération, Libellé écriture, Objet, Motif, Observation, Observations, Detalle, Glosa,
    Causale descrizione, Dettaglio, Annotazione,
    Opis, Opis operacji, Opis transakcji, Tytuł, Tytuł operacji, Tytułem, Treść, Uwagi`,
  ],
  [
    'body',
    `Text, Notiz, Bemerkung, Note, Notes, Comment, Body, Message, Commentaire, Remarque, Texte, Nota, Testo, Comentario,
    Observaciones, Texto, Notitie, Opmerking, What was said, Note Text, Notetext, Contact Note, Contact Notes, Comments, Conversation,
    Details, Description, Remark, Remarks, Memo, Summary, Content, Subject, Notiztext, Bemerkungen, Anmerkung, Anmerkungen, Vermerk,
    Gesprächsnotiz, Inhalt, Betreff, Beschreibung, Observation, Observations, Objet, Notas, Descripción, Detalle, Opmerkingen,
    Omschrijving, Gespreksnotitie, Memotekst, Annotazioni, Osservazioni,
    Notatka, Treść, Treść notatki, Opis, Uwagi`,
  ],
  [
    'created_at',
    `Erstellt, Erstellt am, Angelegt, Angelegt am, Datum, Created, Created At, Created On, Date, Timestamp, Entered On,
    Date Created, Date Entered, Entry Date, Logged, Logged At, Contact Date, Call Date, Note Date, Contacted On, Erfasst, Erfasst am,
    Notizdatum, Kontaktdatum, Date saisie, Date contact, Saisi le, Fecha nota, Fecha contacto, Fecha registro, Datum notitie,
    Contactdatum, Ingevoerd op, Date création, Créé le, Data creazione, Data, Creado, Fecha creación, Fecha, Aangemaakt, Aangemaakt op,
    Utworzono, Data utworzenia, Data notatki, Data wpisu, Data kontaktu`,
  ],
  [
    'reference',
    `Referenz, Zahlungsreferenz, Mandatsref, Mandatsreferenz, Reference, Ref, Payment Reference, Référence, Riferimento,
    Referencia, Referentie`,
  ],
  [
    'statement_id',
    `Rechnung, Rechnungsnr, Rechnungs-ID, Abrechnungsnr, Statement ID, Statement No, Invoice, Invoice No, Invoice ID, Bill No,
    Bill ID, Facture, N° facture, Factura, N° factura, Fattura, N° fattura, Factuurnr,
    Nr faktury, Nr rachunku`,
  ],
  [
    'number',
    `Rechnungsnr, Invoice No, Statement No, N°, N° facture, N° factura, N° fattura, Factuurnr,
    Numéro, Nr faktury, Nr rachunku`,
  ],
  [
    'issued_date',
    `Rechnungsdatum, Ausstellungsdatum, Issued, Issue Date, Issued Date, Invoice Date, Bill Date, Statement Date, Date facture,
    Date émission, Data fattura, Data emissione, Fecha factura, Fecha emisión, Factuurdatum,
    Émission, Émis le, Emisión, Emissione, Ausgestellt am, Data wystawienia, Data faktury`,
  ],
  [
    'bill_period_from_date',
    `Von, Zeitraum von, Periode von, From, Period From, Period Start, Start Date, Début, Date début, Dal, Data inizio, Desde,
    Fecha inicio, Fecha desde, Van, Periode van,
    Du, Del, Od, Okres od, Data od`,
  ],
  [
    'bill_period_to_date',
    `Bis, Zeitraum bis, Periode bis, To, Period To, Period End, End Date, Fin, Date fin, Al, Data fine, Hasta, Fecha fin,
    Fecha hasta, Tot, Periode tot,
    Au, Okres do, Data do`,
  ],
  [
    'gross_amount',
    `Brutto, Bruttobetrag, Rechnungsbetrag, Gross, Gross Amount, Total, Amount Due, Montant TTC, TTC, Total TTC, Totale,
    Importo totale, Importe total, Totaal,
    Do zapłaty, Razem, Kwota brutto, Wartość brutto`,
  ],
  [
    'net_amount',
    `Netto, Nettobetrag, Net, Net Amount, Net Value, Montant HT, HT, Total HT, Netto importo, Imponibile, Importo netto, Base imponible,
    Importe neto, Neto, Nettobedrag, Kwota netto, Wartość netto`,
  ],
  [
    'number_of_units',
    `Menge, Verbrauch, kWh, Units, Quantity, Qty, Consumption, Usage, Quantité, Conso, Consommation, Quantità, Consumo, Cantidad, Aantal,
    Verbruik, Ilość, Zużycie`,
  ],
  [
    'price_per_unit',
    `Preis, Einzelpreis, Arbeitspreis, Price, Unit Price, Rate, Prix, Prix unitaire, Prezzo, Prezzo unitario, Precio, Precio unitario,
    Prijs, Eenheidsprijs, Cena, Cena jednostkowa`,
  ],
  ['rate_band', 'Stufe, Tarifstufe, Zone, Band, Rate Band, Tier, Tranche, Fascia, Tramo, Tariefzone, Strefa'],
  ['start_date', 'Von, Zeitraum von, From, Start, Start Date, Du, Dal, Desde, Van, Od'],
  ['end_date', 'Bis, Zeitraum bis, To, End, End Date, Au, Al, Hasta, Tot, Do'],
  ...ACCOUNT_NAMES,
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

const canonicals = (names: string): ReadonlySet<string> => new Set(names.split(',').map(canonical));

/** Names of columns of amounts on one side of an account. */
const SIDES: ReadonlyArray<readonly ['debit' | 'credit', ReadonlySet<string>]> = [
  [
    'debit',
    canonicals(
      `Debit, Debits, Débit, Débits, Debet, Soll, Debe, Dare, Bij, Dr, Cargo, Cargos, Charge, Charges, Billed, Invoiced, Debit Amount,
      Amount Debit, Charge Amount, Amount Billed, Montant débit, Débit montant, Sollbetrag, Betrag Soll, Soll Betrag, Importe debe,
      Bedrag debet, Debet bedrag, Bedrag bij, Débito, Addebito, Addebiti, Belastung, Facturado, Facturé, Wn, Winien, Kwota Wn,
      Obciążenie, Obciążenia, Należność, Należności`,
    ),
  ],
  [
    'credit',
    canonicals(
      `Credit, Credits, Crédit, Crédits, Haben, Haber, Avere, Af, Cr, Abono, Abonos, Payment, Payments, Paid, Receipts, Credit Amount,
      Amount Credit, Payment Amount, Amount Paid, Montant crédit, Crédit montant, Habenbetrag, Betrag Haben, Haben Betrag,
      Importe haber, Bedrag credit, Credit bedrag, Bedrag af, Crédito, Accredito, Accrediti, Gutschrift, Cobrado, Réglé, Ma, Kwota Ma, Uznanie,
      Uznania, Wpłata, Wpłaty`,
    ),
  ],
];

/** Returns the side of an account that a name of a column means; null if it means none. */
export const sideMeant = (column: string): 'debit' | 'credit' | null =>
  SIDES.find(([, names]) => names.has(canonical(column)))?.[0] ?? null;

/** Names of columns with the position of a part in its transaction, which are not those of the transaction. */
const POSITIONS = canonicals(
  'Line, Line No, Lineno, Pos, Position, Posnr, Item No, Ligne, N° ligne, Riga, N° riga, Línea, Regel, Regelnr, Lp',
);
export const isPositionName = (column: string): boolean => POSITIONS.has(canonical(column));

/** Names of columns that are a part of an account number beside another one. */
const PARTS = canonicals(
  `Cyc, Cycle, Book, Bk, Route, Walk, Prefix, Account Prefix, Suffix, Account Suffix, Check Digit, CD, Chk, Sub Account, Subaccount, Sub, Clé`,
);
export const mayBePartOfAccount = (column: string): boolean => PARTS.has(canonical(column));

/** Returns true if the name of a column says that its numbers are hundredths. */
export const meansHundredths = (column: string): boolean =>
  /(?:^|[^a-z])(?:pence|cents?|ct|centimes?|centen|centimos|pfennig|minor(?: units?)?)(?:[^a-z]|$)/i.test(
    column.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '),
  );

/** Names of columns with a clock beside a day. */
const CLOCKS = canonicals(
  'Time, Time of Day, Uhrzeit, Zeit, Heure, Hora, Tijd, Tijdstip, Ora, Orario, Entry Time, Call Time',
);
export const isClockName = (column: string): boolean => CLOCKS.has(canonical(column));

/** Columns that are frequent in exports, and have no field. */
const WITHOUT_FIELD: ReadonlyArray<readonly [string, ReadonlySet<string>]> = [
  [
    'a name',
    canonicals(
      `Name, Naam, Nom, Nombre, Nome, Customer Name, Account Name, Client Name, First Name, Last Name, Surname, Kundenname, Vorname,
      Nachname, Name1, Name2, Klantnaam, Achternaam, Voornaam, Nom client, Prénom, Raison sociale, Nombre cliente, Apellidos, Titular,
      Nominativo, Ragione sociale, By, User, Agent, Operator, Entered By, Created By, Benutzer, Sachbearbeiter, Erfasst von,
      Medewerker, Gebruiker, Utilisateur, Opérateur, Usuario, Nazwa, Nazwa odbiorcy,
      Nazwa klienta, Nazwisko, Imię, Imię i nazwisko`,
    ),
  ],
  [
    'an address',
    canonicals(
      `Address, Street, City, Town, Postcode, Zip, Zip Code, State, Country, Email, E-mail, Mail, Phone, Telephone, Mobile, Adresse,
      Strasse, Ort, PLZ, Telefon, Adres, Straat, Plaats, Telefoon, Rue, Ville, Code postal, Téléphone, Dirección, Calle, Población,
      Teléfono, Indirizzo, Via, CAP, Ulica, Miasto, Miejscowość, Kod pocztowy`,
    ),
  ],
  [
    'a due date',
    canonicals(
      `Due, Due Date, Payment Due, Fällig, Fällig am, Fälligkeit, Échéance, Date échéance, Vencimiento, Fecha vencimiento, Scadenza,
      Data scadenza, Vervaldatum, Termin płatności`,
    ),
  ],
  [
    'a balance',
    canonicals(
      'Balance, Running Balance, Account Balance, New Balance, Saldo, Solde, Kontostand, Neuer Saldo, Saldo actual, Saldo nuevo',
    ),
  ],
];

/** Returns what a column has that has no field, by its name; null if that is not known. */
export const meaningWithoutField = (column: string): string | null =>
  WITHOUT_FIELD.find(([, names]) => names.has(canonical(column)))?.[0] ?? null;

/** A code of a currency alone. */
export const CURRENCY_CODE =
  /^(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|CAD|AUD|NZD|ZAR|INR|JPY|CNY|BRL|MXN|TRY|ISK)$/;

/** A sign or code of a currency at a number. */
export const CURRENCY = /^(?:\p{Sc}|[A-Z]{3}|[A-Z]{1,2}\$|kr|Kč|zł|Fr\.?)$/u;

/** The kinds that are guessed, by a field that others do not have. */
export const KINDS_BY_FIELD: ReadonlyArray<readonly [MappedKind, ReadonlyArray<string>]> = [
  ['statements', ['statement_id', 'gross_amount', 'bill_period_from_date', 'issued_date']],
  ['transactions', ['transaction_id', 'amount', 'transaction_date', 'type']],
  ['notes', ['body', 'created_at']],
  ['accounts', ['ledger_number', 'ledger_code', 'main', 'open_from']],
];
