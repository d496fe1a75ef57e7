/**
 * An identifier as both vendors issue them: a letter, then letters, digits, `_` and `-`. It remains one path segment in
 * any URL, even if a proxy decodes it, and is not a card or account number.
 */
export const isVendorId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_-]{0,511}$/.test(value);

/**
 * A text to show: a card brand or the name of a bank. A text with eight consecutive digits, spaced or not, may contain a
 * card or account number (decisions 8) and is not a name.
 */
export const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 200 && !/(?:\d[\s.-]*){8}|\p{Cc}/u.test(value);

/** Returns the end of a masked number: at most four characters, never the whole number. */
export const isEnding = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9]{1,4}$/.test(value);

/**
 * The vendor's address as configured: `http` or `https`, a host and optionally a port.
 *
 * @throws TypeError at start if it has anything else: the vendors' paths are fixed.
 */
export const vendorOrigin = (baseUrl: string): URL => {
  const url = new URL(baseUrl);
  const bare = `${url.protocol}//${url.host}/` === url.href;
  if (!bare || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError('vendor base URL: scheme and host only');
  return url;
};

/** @throws TypeError, whose message does not have the secret, if it cannot be sent in a header. */
export const vendorSecret = (secret: string): string => {
  if (!/^[\x21-\x7e]+$/.test(secret)) throw new TypeError('vendor credentials: printable ASCII without blanks only');
  return secret;
};
