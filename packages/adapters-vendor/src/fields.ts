/**
 * An identifier as both vendors issue them: a letter, then letters, digits, `_` and `-`. It stays one path segment in any
 * URL, however a proxy on the way decodes it, and is no card or account number.
 */
export const isVendorId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_-]{0,511}$/.test(value);

/**
 * Words to show, a card brand or a bank's name. Eight digits in a row, spaced or not, could be part of a card or account
 * number (decisions 8) and are no name.
 */
export const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 200 && !/(?:\d[\s.-]*){8}|\p{Cc}/u.test(value);

/** The ending of a number, as vendors mask it: four characters at most, never the whole. */
export const isEnding = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9]{1,4}$/.test(value);

/**
 * The vendor's address as configured: `http` or `https`, a host, perhaps a port.
 *
 * @throws TypeError where it is anything more or less, at start: the vendors' paths are fixed.
 */
export const vendorOrigin = (baseUrl: string): URL => {
  const url = new URL(baseUrl);
  const bare = `${url.protocol}//${url.host}/` === url.href;
  if (!bare || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError('vendor base URL: scheme and host only');
  return url;
};

/** @throws TypeError, without the secret in it, where it could not be sent in a header. */
export const vendorSecret = (secret: string): string => {
  if (!/^[\x21-\x7e]+$/.test(secret)) throw new TypeError('vendor credentials: printable ASCII without blanks only');
  return secret;
};
