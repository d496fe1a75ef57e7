/** Names of columns of accounts and their ledgers in seven languages, as those of items in `guess-words.ts`. */
export const ACCOUNT_NAMES: ReadonlyArray<readonly [field: string, names: string]> = [
  [
    'ledger_number',
    `Vertrag, Vertragsnr, Vertrags-ID, Ledger, Ledger No, Ledger ID, Contract, Contract No, Contract ID, Contract Ref, Agreement,
    Agreement No, Service Agreement, Service ID, Service No, Supply Point, Meter Point, MPAN, MPRN, Zählpunkt, Marktlokation, MaLo,
    MaLo-ID, Anlage, Anlagennr, Contrat, N° contrat, Réf contrat, Référence contrat, Point de livraison, PDL, PRM, PCE, Contratto,
    N° contratto, Codice contratto, POD, PDR, Contrato, N° contrato, Código contrato, CUPS, Contractnr, Aansluiting, EAN, EAN-code,
    Umowa, Nr umowy, PPE`,
  ],
  [
    'ledger_code',
    `Sparte, Medium, Produktart, Energieart, Ledger Code, Commodity, Fuel, Fuel Type, Utility, Utility Type, Service, Service Type, Énergie,
    Fluide, Type énergie, Energia, Fluido, Servizio, Tipo servizio, Fornitura, Tipo fornitura, Energía, Tipo energía, Servicio, Tipo servicio,
    Tipo suministro, Energiesoort, Soort energie, Dienst, Rodzaj energii, Usługa`,
  ],
  [
    'main',
    `Haupt, Hauptvertrag, Hauptkonto, Main, Is Main, Main Ledger, Main Contract, Primary, Is Primary, Primary Contract, Principal,
    Contrat principal, Principale, Contratto principale, Contrato principal, Hoofd, Hoofdcontract, Hoofdaansluiting, Główna, Umowa główna`,
  ],
  [
    'open_from',
    `Abrechnung ab, Offen ab, Vertragsbeginn, Lieferbeginn, Einzug, Einzugsdatum, Beginn, Gültig ab, Ab, Open From,
    Open Since, Billing Open From, Unbilled From, Contract Start, Contract Start Date, Supply Start, Supply Start Date, Start, Start Date,
    Move In, Move In Date, Valid From, Ingangsdatum, Begindatum, Startdatum, Vanaf, Contract vanaf, Start levering, Date début,
    Date début contrat, Date d'effet, Début, Fecha alta, Alta, Fecha inicio, Data inizio, Data attivazione, Attivazione, Decorrenza,
    Data decorrenza, Dal, Data od, Od, Data rozpoczęcia`,
  ],
  [
    'open_to',
    `Abrechnung bis, Offen bis, Vertragsende, Lieferende, Auszug, Auszugsdatum, Ende, Gültig bis, Open To, Open Until, Contract End,
    Contract End Date, Supply End, Supply End Date, End, End Date, Move Out, Move Out Date, Valid To, Einddatum, Contract tot,
    Einde levering, Date fin, Date fin contrat, Fin, Fecha baja, Baja, Fecha fin, Data fine, Data cessazione, Cessazione, Al, Data do, Do,
    Data zakończenia`,
  ],
  [
    'has_finalized_billing_document',
    `Schlussabgerechnet, Endabgerechnet, Schlussrechnung, Final Billed, Final Bill, Final Bill Sent, Finalised, Finalized, Finaled,
    Clôturé, Facture finale, Factura final, Liquidado, Fattura finale, Eindafrekening, Eindafgerekend, Rozliczone, Rozliczenie końcowe`,
  ],
  ['status', 'Status, Zustand, Statut, Stato, Estado'],
];

/** Texts that mean yes and no. */
const YES = new Set('1 j ja o oui s si sì sí t tak true v vero verdadero vrai w waar wahr x y yes'.split(' '));
const NO = new Set('0 f falsch false falso faux n nee nein nie no non onwaar'.split(' '));

/** Returns what the text of a flag means; null if that is not known. */
export const flagMeant = (text: string): boolean | null => {
  const word = text.toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
};
