/** Returns true if a parsed JSON value is an object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text at `key` of an object; null if there is none. */
export const textAt = (value: unknown, key: string): string | null => {
  const member = isRecord(value) ? value[key] : null;
  return typeof member === 'string' ? member : null;
};
