/** The condition that an import `i` was not undone: one that was counts no longer, and reports nothing. */
export const NOT_UNDONE = `not exists (
  select from import_undo u where u.account_id = i.account_id and u.import_id = i.id)`;
