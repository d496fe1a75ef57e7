import * as t from 'io-ts';

/** The rows that an undo removed, by kind; sums are decimal texts. */
export const removedItems = t.type({
  notes: t.number,
  notes_added_by_service: t.number,
  transactions: t.array(t.type({ ledger_number: t.string, type: t.string, count: t.number, sum: t.string })),
  billing_documents: t.number,
  statements: t.number,
  payment_instructions: t.number,
});

/** Imports that were answered "already exists", with the items of each as their client recognises them. */
export const answeredImports = t.array(
  t.type({
    import_id: t.string,
    items: t.array(t.record(t.string, t.union([t.string, t.null, t.array(t.string)]))),
  }),
);
