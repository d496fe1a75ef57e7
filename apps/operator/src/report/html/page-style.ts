import { visible } from '@carryover/terminal/visible';
import type { Report } from '../report.ts';

/** A text as a CSS string, safe in a style element: all but plain characters are escaped by their number. */
const cssString = (text: string): string =>
  `"${visible(text).replace(/[^A-Za-z0-9 .,:_-]/gu, (found) => `\\${found.codePointAt(0)!.toString(16)} `)}"`;

const FONT = 'font: 7.5pt system-ui, sans-serif; white-space: pre;';

/** The printed page: A4, in each footer the supplier, the report and the page number. */
export const pageStyle = ({ supplierCode, reportId }: Report): string => `
@page {
  size: A4;
  margin: 14mm 13mm 18mm;
  @bottom-left { content: ${cssString(`Reconciliation of ${supplierCode}`)} "\\A " ${cssString(`Report ${reportId}`)}; ${FONT} }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); ${FONT} }
}
`;
