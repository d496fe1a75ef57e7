import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { WorkbookRefused } from './zip.ts';

/** A text or a tag that is longer would grow in memory. */
const MAX_TOKEN_CHARACTERS = 4_194_304;

/** What takes the parts of XML. Names have no prefix. */
type XmlHandler = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Makes a strict parser of XML in pieces. @throws WorkbookRefused also from its functions. */
export const makeXml = (part: string, { open, text, close }: XmlHandler) => {
  const parser = new SaxesParser({ fragment: false });
  let characters = 0;
  parser.on('error', (error) => {
    throw new WorkbookRefused(`${part} of the workbook is damaged: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new WorkbookRefused(`${part} of the workbook has a document type, which no export has.`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    characters = 0;
    open?.(localName(name), attributes as Readonly<Record<string, string>>);
  });
  parser.on('text', (found) => text?.(found));
  parser.on('cdata', (found) => text?.(found));
  parser.on('closetag', ({ name }) => {
    characters = 0;
    close?.(localName(name));
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return {
    write: (chunk: Buffer): void => {
      characters += chunk.length;
      parser.write(decoder.decode(chunk, { stream: true }));
      if (characters > MAX_TOKEN_CHARACTERS)
        throw new WorkbookRefused(`${part} of the workbook has a text of more than 4 MiB.`);
    },
    end: (): void => {
      parser.write(decoder.decode());
      parser.close();
    },
  };
};

/** Reads a small part as a whole. */
export const readXml = (part: string, text: string, handler: XmlHandler): void => {
  const xml = makeXml(part, handler);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 65_536) xml.write(bytes.subarray(at, at + 65_536));
  xml.end();
};
