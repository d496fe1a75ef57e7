/** The code of a value that a mapping does not read. */
export const NOT_CONVERTED = 'not_converted';

/** A value for people: what cannot be seen is shown. */
export const shownValue = (text: string): string => {
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return shown.replaceAll(/\p{Cf}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
};
