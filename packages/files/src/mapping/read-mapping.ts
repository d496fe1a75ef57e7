import { attrOf, complain, type Issue } from '@carryover/contract/issue';
import type { JsonValue } from '@carryover/contract/json/exact-json';
import { checkMapping } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { type CompiledMapping, compileMapping } from './compile-mapping.ts';
import type { Fields } from './fields.ts';

/** Something that is wrong with a file of a mapping. */
type MappingError = { readonly line: number; readonly path: string; readonly detail: string };

/** The decoder is that of the interface, whose sentence is about requests. */
const NO_SUCH_FIELD = complain('unknown_field').detail;
const NO_SUCH_KEY = 'A mapping has no such key.';

/** Far above the longest mapping. */
const MAX_CHARACTERS = 1_048_576;

/** Returns the line of the nearest part of a document on the way to a path. */
const lineOf = (document: Document.Parsed, lines: LineCounter, path: ReadonlyArray<string | number>): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
};

/** Reads a mapping. Every scalar is the text that is written: `01` stays `01`. @param text YAML 1.2. */
export const readMapping = (text: string, fields: Fields): E.Either<ReadonlyArray<MappingError>, CompiledMapping> => {
  if (text.length > MAX_CHARACTERS)
    return E.left([{ line: 1, path: '', detail: `The mapping has more than ${MAX_CHARACTERS} characters.` }]);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter, prettyErrors: false });
  const errors = [...document.errors, ...document.warnings];
  if (errors.length > 0)
    return E.left(
      errors.map(({ message, pos }) => ({ line: lineCounter.linePos(pos[0]).line, path: '', detail: message })),
    );
  const at = (path: ReadonlyArray<string | number>, detail: string): MappingError => ({
    line: lineOf(document, lineCounter, path),
    path: attrOf(path),
    detail,
  });
  let value: JsonValue;
  try {
    value = document.toJS({ maxAliasCount: 100 }) as JsonValue;
  } catch (error) {
    return E.left([at([], (error as Error).message)]);
  }
  const mapping = checkMapping(value);
  if (E.isLeft(mapping))
    return E.left(mapping.left.map(({ path, detail }: Issue) => at(path, detail.replace(NO_SUCH_FIELD, NO_SUCH_KEY))));
  return E.mapLeft((issues: ReadonlyArray<{ path: ReadonlyArray<string>; detail: string }>) =>
    issues.map(({ path, detail }) => at(path, detail)),
  )(compileMapping(mapping.right, fields));
};
