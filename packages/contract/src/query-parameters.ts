/** A boolean query parameter: `true` or `false` in any letter case, `1` or `0` (decisions 5). */
export type QueryParameter = { readonly default: boolean; readonly description: string };

/** The query parameters of `transactions/create/` and `transactions/validate/` (§4.2). */
export const TRANSACTION_PARAMETERS = {
  check_previously_added: {
    default: true,
    description:
      'Check whether a transaction was already added: one that was is answered `TRANSACTION_ALREADY_EXISTS` and skipped. With `false` nothing is checked, and every transaction is added again.',
  },
  force_add_to_current_statement: {
    default: true,
    description:
      'Move a date outside the open statement period to its nearest day, say so in the note of the transaction, and pin a note to the account. With `false` such a transaction is refused.',
  },
} as const satisfies Readonly<Record<string, QueryParameter>>;
