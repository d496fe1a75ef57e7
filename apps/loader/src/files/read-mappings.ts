import { readFileSync } from 'node:fs';
import { columnsOf, columnsOfPart } from '@carryover/contract/item-files';
import { fieldFormOf } from '@carryover/contract/mapping/field-form';
import type { MappedKind } from '@carryover/contract/mapping/mapping';
import type { Fields } from '@carryover/files/mapping/compile-columns';
import { readMapping } from '@carryover/files/mapping/read-mapping';
import { messageOf } from '@carryover/files/source/file-failure';
import * as E from 'fp-ts/lib/Either.js';
import { type Failure, wrongUsage } from '../command.ts';
import { CODECS } from '../rows/codecs.ts';
import type { LoadedMapping, MappingText } from './mappings.ts';

const fieldsOf = (kind: MappedKind) => {
  if (kind === 'accounts') return [];
  return kind === 'line-items' || kind === 'tax-items' ? columnsOfPart(kind, CODECS) : columnsOf(kind, CODECS);
};

/** The fields of items and their parts. Accounts are the operator's. */
const FIELDS: Fields = {
  formOf: (kind, path) => fieldFormOf(fieldsOf(kind), path),
  namesOf: (kind) => fieldsOf(kind).map(({ name }) => name),
};

/** Reads the text of a mapping. @returns Left with each issue: file, line and path. */
export const compiled = ({ file, text }: MappingText): E.Either<Failure, LoadedMapping> => {
  const read = readMapping(text, FIELDS);
  if (E.isLeft(read)) {
    const lines = read.left.map(
      ({ line, path, detail }) => `${file}:${line} ${path === '' ? '' : `${path}: `}${detail}`,
    );
    return E.left(wrongUsage(lines.join('\n'), 'invalid_mapping'));
  }
  if (read.right.mapping.kind === 'accounts')
    return E.left(wrongUsage(`${file} maps accounts, which carryover-operator account import reads.`));
  return E.right({ file, text, compiled: read.right });
};

/** Reads the mappings of a command line. */
export const readMappings = (files: ReadonlyArray<string>): E.Either<Failure, ReadonlyArray<LoadedMapping>> => {
  const mappings: LoadedMapping[] = [];
  for (const file of files) {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      return E.left(wrongUsage(`The mapping ${file} cannot be read: ${messageOf(error)}`));
    }
    const mapping = compiled({ file, text });
    if (E.isLeft(mapping)) return mapping;
    mappings.push(mapping.right);
  }
  return E.right(mappings);
};
