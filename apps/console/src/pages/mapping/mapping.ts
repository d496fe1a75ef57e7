import { MAPPED_KINDS, type MappedKind } from '@carryover/contract/mapping/mapping';
import { type FirstRows, guessFile, readFirstRows } from '@carryover/files/mapping/look-at-file';
import { MAPPED_FIELDS } from '@carryover/files/mapping/mapped-fields';
import { loadMapping } from '@carryover/files/mapping/mapping-files';
import { shownCells } from '@carryover/files/mapping/shown-rows';
import type { Request } from 'express';
import * as E from 'fp-ts/lib/Either.js';
import { field, parameter } from '../../web/input.ts';
import { makeKeptUploads } from '../../web/kept-uploads.ts';
import { badRequest, Problem } from '../../web/problem.ts';
import { type Answer, get, type PageGroup, page, post, postFile, redirect, type Visit } from '../../web/route.ts';
import { receiveBeginning, type Upload } from '../../web/upload.ts';

const PATH = '/mapping';

/** The part of a file that is read. A workbook can be read only as a whole. */
const FIRST_BYTES = 1_048_576;
const WORKBOOK_BYTES = 16 * FIRST_BYTES;

const receive = (request: Request) =>
  receiveBeginning(request, { firstBytes: FIRST_BYTES, workbookBytes: WORKBOOK_BYTES });

const ROWS = 5;

/** The beginning of a file, and the mapping that is shown with it. */
type Kept = { readonly subject: string; readonly upload: Upload; readonly text: string };

/** Keeps the beginnings of files for the persons who uploaded them. */
const makeBeginnings = () => {
  const kept = makeKeptUploads<Kept>();
  /** Throws the page that says so if there is none for this person. */
  const find = ({ person: { subject } }: Visit, id: string): Kept => {
    const found = kept.find(id, subject);
    if (found !== null) return found;
    throw new Problem(
      409,
      'The file is no longer here',
      'The beginning of a file is kept for 15 minutes, for the person who chose it.',
      'Download your mapping by going back, or copy it, and choose the file again.',
    );
  };
  return {
    add: kept.add,
    find,
    /** Keeps an edited mapping. */
    edit: (visit: Visit, id: string, text: string): void => kept.set(id, { ...find(visit, id), text }),
  };
};

const DOUBT = /^# DOUBT: (.*?)\r?$/gm;

/** What a mapping makes of the first rows of a file. */
const look = async (text: string, { path, fileName, isCut }: Upload) => {
  const mapping = await loadMapping({ file: 'mapping', text }, MAPPED_FIELDS);
  if (E.isLeft(mapping)) return { errors: mapping.left.replaceAll(/^mapping:/gm, 'Line ').split('\n'), rows: null };
  const { compiled } = mapping.right;
  const found = await readFirstRows(compiled, { file: path, isCut, most: ROWS });
  if (E.isLeft(found)) return { errors: [`${fileName}: ${found.left}`], rows: null };
  const { rows, undecided } = found.right;
  return {
    errors: [],
    rows: rows.map((row) => ({ line: row.line, ...shownCells(row, compiled.columnOf) })),
    undecided,
  };
};

const show = async (id: string, { upload: beginning, text }: Kept): Promise<Answer> => {
  const { undecided = new Set(), ...looked }: Awaited<ReturnType<typeof look>> = await look(text, beginning);
  const doubts = [...text.matchAll(DOUBT)].map(([, doubt]) => doubt!);
  return page(`Mapping of ${beginning.fileName}`, 'pages/mapping/looked', {
    ...looked,
    action: `${PATH}/${id}`,
    fileName: beginning.fileName,
    text: text.replaceAll('\r\n', '\n'),
    textRows: Math.min(40, text.split('\n').length + 1),
    doubts,
    isCut: beginning.isCut,
    /** What is to be decided about a column; null: nothing. */
    openOf: (column: string): string | null => {
      if ((undecided as FirstRows['undecided']).has(column)) return 'map or ignore';
      return doubts.some((doubt) => doubt.startsWith(`${column}: `) || doubt.startsWith(`${column} has `))
        ? 'doubt'
        : null;
    },
  });
};

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const kindOf = (text: string): MappedKind | null => {
  if (text === '') return null;
  const kind = MAPPED_KINDS.find((one) => one === text);
  if (kind === undefined) throw badRequest('There is no such kind.');
  return kind;
};

/** `/mapping`: what `map init` and `map show` of the loader do, with the first rows of a file in the browser. */
export const mappingPages = (): PageGroup => {
  const beginnings = makeBeginnings();
  return {
    navigation: { title: 'Mapping', path: PATH, access: 'change' },
    routes: [
      get(PATH, 'change', async () =>
        page('Mapping', 'pages/mapping/choose', { action: PATH, kinds: MAPPED_KINDS, firstBytes: FIRST_BYTES }),
      ),
      postFile(PATH, 'change', receive, async (visit, beginning) => {
        const { path: file, fileName: name, fields } = beginning;
        const kind = kindOf(fields.get('kind') ?? '');
        const sheet = fields.get('sheet')?.trim() || null;
        const bounds = { maxBytes: FIRST_BYTES, isWhole: false };
        const guess = await guessFile({ file, name, kind, sheet, fields: MAPPED_FIELDS, ...bounds });
        if (E.isLeft(guess)) throw badRequest(`${name}: ${guess.left}`, 'Go back and choose another file.', 422);
        const id = beginnings.add({ subject: visit.person.subject, upload: beginning, text: guess.right.text });
        return redirect(`${PATH}/${id}`);
      }),
      get(`${PATH}/:id`, 'change', async (visit) => {
        const id = parameter(visit, 'id');
        return show(id, beginnings.find(visit, id));
      }),
      post(`${PATH}/:id`, 'change', async (visit) => {
        const id = parameter(visit, 'id');
        beginnings.edit(visit, id, field(visit, 'mapping'));
        return redirect(`${PATH}/${id}`);
      }),
      post(`${PATH}/:id/download`, 'change', async (visit) => ({
        kind: 'download',
        fileName: `${field(visit, 'name').replaceAll(/[^\w.-]/g, '_') || 'file'}.map.yaml`,
        contentType: 'application/yaml; charset=utf-8',
        bytes: bytesOf(field(visit, 'mapping').replaceAll('\r\n', '\n')),
      })),
    ],
  };
};
