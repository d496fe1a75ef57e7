/** Returns the message of a failure; a host with several addresses fails with one error per address. */
export const causeMessage = (cause: unknown): string => {
  if (cause instanceof AggregateError) return [...new Set(cause.errors.map(causeMessage))].join(', ');
  return cause instanceof Error ? cause.message : String(cause);
};
