/** The address of the documentation, as a service serves it. */
const DOCS = '/docs';

const ADDRESS = /\b(href|src|action|data-document)="(\/[^"]*)"/g;

/** Returns the path of a page or file within the site: the guide is its first page. */
export const placeOf = (address: string): string => {
  const path = address.startsWith(`${DOCS}/`) || address === DOCS ? address.slice(DOCS.length) : address;
  const isFile = /\/[^/]*\.\w+$/.test(path);
  return isFile ? path.slice(1) : `${path.replaceAll(/^\/|\/$/g, '')}/index.html`.replace(/^\//, '');
};

/** Returns the page with addresses that lead from its own place, so that the site may lie anywhere. */
export const relativeFrom = (place: string, html: string): string => {
  const up = '../'.repeat(place.split('/').length - 1);
  return html.replaceAll(ADDRESS, (_, attribute, address) => {
    const [, path, rest] = /^([^?#]*)(.*)$/.exec(address)!;
    return `${attribute}="${up === '' ? './' : up}${placeOf(path!)}${rest}"`;
  });
};
