import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A sheet: what is in its `sheetData`, and what follows it. */
type TestSheet = {
  readonly name: string;
  readonly rows: string;
  readonly state?: string;
  readonly behind?: string;
};

export type TestWorkbook = {
  readonly sheets: ReadonlyArray<TestSheet>;
  /** Formats of numbers; style `n` is the n-th of them, from 1 on. Behind them are a date, a text and a number with an exponent. */
  readonly formats?: ReadonlyArray<string>;
  readonly shared?: ReadonlyArray<string>;
  readonly is1904?: boolean;
};

/** Returns an XLSX workbook, with the parts that Excel writes and a reader needs. */
export const aWorkbook = async ({
  sheets,
  formats = [],
  shared = [],
  is1904 = false,
}: TestWorkbook): Promise<Buffer> => {
  const zip = new ZipFile();
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(XML + text), name);
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relations = (all: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
  add('_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')));
  const named = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  );
  add(
    'xl/workbook.xml',
    `<workbook ${MAIN} xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${named.join('')}</sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    relations(
      [
        ...sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        relation('rIdS', 'styles', 'styles.xml'),
        relation('rIdT', 'sharedStrings', '/xl/sharedStrings.xml'),
      ].join(''),
    ),
  );
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  add(
    'xl/styles.xml',
    `<styleSheet ${MAIN}><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}<xf numFmtId="14"/><xf numFmtId="49"/><xf numFmtId="48"/></cellXfs></styleSheet>`,
  );
  add('xl/sharedStrings.xml', `<sst ${MAIN}>${shared.map((text) => `<si>${text}</si>`).join('')}</sst>`);
  for (const [at, { rows, behind = '' }] of sheets.entries())
    add(`xl/worksheets/sheet${at + 1}.xml`, `<worksheet ${MAIN}><sheetData>${rows}</sheetData>${behind}</worksheet>`);
  zip.end();
  return buffer(zip.outputStream);
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A cell of XML: a text as such, a number as one. An object is the XML of the cell: its attributes and what is in it. */
export type TestCell = string | number | null | { readonly is: string; readonly xml?: string };

/** Returns rows as XML, the first of them with this number. */
export const rowsOf = (rows: ReadonlyArray<ReadonlyArray<TestCell>>, first = 1): string =>
  rows
    .map((cells, row) => {
      const number = first + row;
      const all = cells.map((cell, at) => {
        const place = `r="${String.fromCharCode(65 + at)}${number}"`;
        if (cell === null) return '';
        if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
        if (typeof cell === 'string')
          return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
        return `<c ${place} ${cell.is}>${cell.xml ?? ''}</c>`;
      });
      return `<row r="${number}">${all.join('')}</row>`;
    })
    .join('');
