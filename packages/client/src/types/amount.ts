/**
 * A decimal to send: `'71.00'` or `71`. A string is exact at any length; a number of more than 15 significant digits is
 * rejected (`max_digits`). Plain notation, no exponent, no sign except `-`, no leading zeros.
 */
export type Amount = string | number;

/** `YYYY-MM-DD`, a real calendar day from 1900-01-01 to 2199-12-31. */
export type DateText = string;

/** `YYYY-MM-DDTHH:MM:SSZ`, UTC, exactly in this form. */
export type DateTimeText = string;
