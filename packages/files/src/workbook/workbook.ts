import { posix } from 'node:path';
import { openStore, type Store } from '../store.ts';
import { type NumberStyle, styleOf } from './cell.ts';
import { makeXml, readXml } from './xml.ts';
import { type Parts, WorkbookRefused } from './zip.ts';

type Sheet = { readonly name: string; readonly isHidden: boolean; readonly part: string };

/** What all sheets of a workbook share. */
export type Workbook = {
  readonly sheets: ReadonlyArray<Sheet>;
  readonly is1904: boolean;
  /** By the index of a style. */
  readonly styles: ReadonlyArray<NumberStyle>;
  /** The part with the texts that cells share; null if there is none. */
  readonly sharedTexts: string | null;
};

const GENERAL: NumberStyle = { kind: 'general' };

/** Returns the targets of relations by identifier, as names of parts, each with the end of its type. */
const relationsOf = async (parts: Parts, folder: string, name: string) => {
  const found = new Map<string, { readonly part: string; readonly type: string }>();
  const part = posix.join(folder, '_rels', `${name}.rels`);
  if (!parts.has(part)) return found;
  readXml(part, await parts.text(part), {
    open: (tag, { Id = '', Target = '', Type = '' }) => {
      if (tag !== 'Relationship') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      found.set(Id, { part: target, type: Type.split('/').at(-1)! });
    },
  });
  return found;
};

const readStyles = (text: string): ReadonlyArray<NumberStyle> => {
  const codes = new Map<string, string>();
  const styles: NumberStyle[] = [];
  let isInCells = false;
  readXml('styles.xml', text, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(attributes.numFmtId ?? '', attributes.formatCode ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      const id = attributes.numFmtId ?? '0';
      styles.push(styleOf(Number(id), codes.get(id) ?? null));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
};

/** Reads the structure of a workbook. @throws WorkbookRefused */
export const readWorkbook = async (parts: Parts): Promise<Workbook> => {
  const [main] = [...(await relationsOf(parts, '', '')).values()].filter(({ type }) => type === 'officeDocument');
  const part = main?.part ?? 'xl/workbook.xml';
  const folder = posix.dirname(part);
  const relations = await relationsOf(parts, folder, posix.basename(part));
  const sheets: Sheet[] = [];
  let is1904 = false;
  readXml(part, await parts.text(part), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? '';
      const target = relations.get(id);
      if (target?.type !== 'worksheet') return;
      const isHidden = !['', 'visible'].includes(attributes.state ?? '');
      sheets.push({ name: attributes.name ?? '', isHidden, part: target.part });
    },
  });
  const partOf = (wanted: string): string | null =>
    [...relations.values()].find(({ type }) => type === wanted)?.part ?? null;
  const stylesPart = partOf('styles');
  const styles = stylesPart === null ? [GENERAL] : readStyles(await parts.text(stylesPart));
  return { sheets, is1904, styles, sharedTexts: partOf('sharedStrings') };
};

/** Returns the sheet that a mapping names; without a name, the only one. @throws WorkbookRefused */
export const sheetOf = ({ sheets }: Workbook, wanted: string | null): Sheet => {
  const all = sheets.map(({ name, isHidden }) => `"${name}"${isHidden ? ' (hidden)' : ''}`).join(', ');
  if (wanted === null) {
    if (sheets.length === 1) return sheets[0]!;
    throw new WorkbookRefused(
      sheets.length === 0
        ? 'The workbook has no sheet.'
        : `The workbook has several sheets: ${all}. Name one in the mapping: dialect.sheet.`,
    );
  }
  const found =
    sheets.find(({ name }) => name === wanted) ?? (/^\d{1,4}$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined);
  if (found === undefined) throw new WorkbookRefused(`The workbook has no sheet "${wanted}". It has ${all}.`);
  return found;
};

/** The characters of shared texts in memory; further ones are on disk. */
const MEMORY_CHARACTERS = 16_777_216;

/** The texts that cells share, by index. */
export type SharedTexts = { readonly at: (index: number) => string | null; readonly close: () => void };

/** `_x000D_` is a carriage return. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Reads the texts that cells share. @throws WorkbookRefused */
export const readSharedTexts = async (parts: Parts, part: string | null): Promise<SharedTexts> => {
  if (part === null) return { at: () => null, close: () => {} };
  const texts: string[] = [];
  let characters = 0;
  let count = 0;
  let store: Store | null = null;
  let add: ((index: number, text: string) => void) | null = null;
  const keep = (text: string): void => {
    if (characters < MEMORY_CHARACTERS) {
      texts.push(text);
      characters += text.length;
    } else {
      store ??= openStore('create table shared (id integer primary key, text text)');
      add ??= store.prepare('insert into shared values (?, ?)').run as (index: number, text: string) => void;
      add(count, text);
    }
    count += 1;
  };
  let text = '';
  let isText = false;
  let isPhonetic = false;
  const xml = makeXml('sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text: (found) => {
      if (isText) text += found;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') keep(unescaped(text));
    },
  });
  try {
    for await (const chunk of parts.chunks(part)) xml.write(chunk);
    xml.end();
  } catch (error) {
    (store as Store | null)?.close();
    throw error;
  }
  const stored = store as Store | null;
  const find = stored?.prepare<readonly [string]>('select text from shared where id = ?');
  return {
    at: (index) => texts[index] ?? (find === undefined ? null : ([...find.rows(index)][0]?.[0] ?? null)),
    close: () => stored?.close(),
  };
};
