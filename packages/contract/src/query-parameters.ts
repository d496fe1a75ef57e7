/** A boolean query parameter: `true` or `false` in any letter case, `1` or `0` (decisions 5). */
export type QueryParameter = { readonly default: boolean; readonly description: string };

/** The query parameters of `transactions/create/` and `transactions/validate/` (§4.2). */
export const TRANSACTION_PARAMETERS = {
  check_previously_added: {
    default: true,
    description:
      'Check whether a transaction was already added. A transaction that was added gets `TRANSACTION_ALREADY_EXISTS` and is skipped. With `false`, nothing is checked, and every transaction is added again.',
  },
  force_add_to_current_statement: {
    default: true,
    description:
      'Move a date outside the open statement period to its nearest day, add an explanation to the note of the transaction, and pin a note to the account. With `false`, such a transaction is rejected.',
  },
} as const satisfies Readonly<Record<string, QueryParameter>>;
