import { readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, resolve } from 'node:path';
import { joinedFiles, type LoadedMapping } from '@carryover/files/mapping/mapping-files';
import { messageOf, toFileFailure } from '@carryover/files/source/file-failure';
import { fingerprinted } from '@carryover/files/source/fingerprint';
import { openSource } from '@carryover/files/source/source';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import { visible } from '@carryover/terminal/visible';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { EXIT, type Failure, wrongUsage } from '../command.ts';
import type { Input, Resolved } from './input.ts';
import { isOwnFile } from './own-files.ts';

/** The manifest that is named; null: that of a folder. */
type Naming = { readonly manifest: string | null; readonly isLeftOut: (name: string) => boolean };

/** The name of the manifest of a folder, as an export has it (decisions 18). */
const MANIFEST = 'manifest.json';

const figures = t.partial({ rows: t.number, sums: t.record(t.string, t.string) });
const listedFile = t.readonly(
  t.intersection([t.type({ name: t.string }), t.partial({ bytes: t.number, sha256: t.string }), figures]),
);
type ListedFile = t.TypeOf<typeof listedFile>;
/** What else a manifest has is not compared: an export says there when and of what it was made. */
const manifestCodec = t.type({ files: t.readonlyArray(listedFile) });

const MEMBERS = ['name', 'rows', 'bytes', 'sha256', 'sums'];
const isCount = (value: number | undefined): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= 0);

/** Returns what is wrong with a file of a manifest; null if nothing is. */
const faultOf = (file: ListedFile): string | null => {
  const { name, rows, bytes, sha256, sums = {} } = file;
  const other = Object.keys(file).find((member) => !MEMBERS.includes(member));
  if (other !== undefined) return `has the unknown member ${visible(other)}; a file has ${MEMBERS.join(', ')}.`;
  if (name === '' || isAbsolute(name) || normalize(name).startsWith('..')) return 'is not a path within the folder.';
  if (!isCount(rows) || !isCount(bytes)) return 'has rows or bytes that are no whole number from 0.';
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256)) return 'has a sha256 that is not 64 hexadecimal digits.';
  const sum = Object.entries(sums).find(([, one]) => !/^-?\d+(?:\.\d{1,12})?$/.test(one));
  return sum === undefined ? null : `has a sum of ${visible(sum[0])} that is no plain decimal, such as "-1234.50".`;
};

const readManifest = async (file: string): Promise<E.Either<Failure, ReadonlyArray<ListedFile>>> => {
  const invalid = (detail: string) => E.left(wrongUsage(`The manifest ${visible(file)} ${detail}`, 'invalid_manifest'));
  const text = await readFile(file, 'utf8').then(E.right, (error) => E.left(messageOf(error)));
  if (E.isLeft(text)) return invalid(`cannot be read: ${text.left}`);
  const found = jsonOrNull(text.right);
  if (!manifestCodec.is(found))
    return invalid(
      'is not JSON of the form {"files": [{"name": "notes.csv", "rows": 12, "bytes": 3456, "sha256": "…", "sums": {"amount": "1.50"}}]}; all but the name may be left out.',
    );
  const { files } = found;
  const names = files.map(({ name }) => normalize(name));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return invalid(`names ${visible(twice)} twice.`);
  for (const one of files) {
    const fault = faultOf(one);
    if (fault !== null) return invalid(`is wrong: ${visible(one.name)} ${fault}`);
  }
  return E.right(files);
};

/** Returns in what a file differs from the manifest; null if in nothing. */
const differenceOf = async (file: string, { bytes, sha256 }: ListedFile): Promise<string | null> => {
  const found = await stat(file).catch(() => null);
  if (found === null) return 'is missing.';
  if (bytes !== undefined && found.size !== bytes)
    return `has ${found.size.toLocaleString('en')} bytes, and ${bytes.toLocaleString('en')} in the manifest.`;
  if (sha256 === undefined) return null;
  const print = await pipe(
    openSource(file),
    TE.chain((source) => TE.tryCatch(fingerprinted(source).fingerprint, toFileFailure(file))),
  )();
  if (E.isLeft(print)) return `cannot be read: ${print.left.detail}`;
  return print.right.sha256 === sha256.toLowerCase() ? null : 'has changed: it has another SHA-256.';
};

/** Where the files of a manifest are; `isFolder`: all files there are meant. */
type Place = { readonly manifest: string; readonly base: string; readonly isFolder: boolean };

const isThere = (file: string, what: 'isDirectory' | 'isFile'): Promise<boolean> =>
  stat(file).then(
    (found) => found[what](),
    () => false,
  );

const placesOf = async (
  paths: ReadonlyArray<string>,
  { manifest, isLeftOut }: Naming,
): Promise<E.Either<Failure, ReadonlyArray<Place>>> => {
  const folders: string[] = [];
  for (const path of paths) if (await isThere(path, 'isDirectory')) folders.push(path);
  if (manifest !== null) {
    if (folders.length > 0 && paths.length > 1)
      return E.left(wrongUsage('A manifest is of one folder, or of files. Give a folder alone with --manifest.'));
    return E.right([{ manifest, base: folders[0] ?? dirname(manifest), isFolder: folders.length > 0 }]);
  }
  const places: Place[] = [];
  for (const base of folders) {
    const own = join(base, MANIFEST);
    if (!isLeftOut(MANIFEST) && (await isThere(own, 'isFile'))) places.push({ manifest: own, base, isFolder: true });
  }
  return E.right(places);
};

/** Returns the mapping with the figures of a manifest among those that its source gives. */
const expecting = (mapping: LoadedMapping, inputs: ReadonlyArray<Input>): LoadedMapping => {
  const { compiled } = mapping;
  const { expect } = compiled.mapping;
  const listed = inputs.flatMap(({ file, listed: one }) =>
    one === undefined ? [] : [[file, { rows: one.rows, sums: new Map(Object.entries(one.sums)) }] as const],
  );
  const files = new Map([...(expect?.files ?? []), ...listed]);
  const none = { rows: null, sums: null, by: null, trailer: null };
  return {
    ...mapping,
    compiled: { ...compiled, mapping: { ...compiled.mapping, expect: { ...none, ...expect, files } } },
  };
};

/** Returns inputs whose mappings expect what a manifest says of their files. */
export const withListedFigures = (inputs: ReadonlyArray<Input>): ReadonlyArray<Input> => {
  const mappings = new Map(
    [...Map.groupBy(inputs, ({ mapping }) => mapping)].map(([mapping, own]) => [
      mapping,
      mapping === undefined || own.every(({ listed }) => listed === undefined) ? mapping : expecting(mapping, own),
    ]),
  );
  return inputs.map((input) => ({ ...input, mapping: mappings.get(input.mapping) }));
};

const differ = (manifest: string, differences: ReadonlyArray<string>): E.Either<Failure, never> =>
  E.left({
    code: 'manifest_differs',
    detail: `The files are not those of the manifest ${visible(manifest)}. Nothing was sent.\n${differences.join('\n')}`,
    exitCode: EXIT.rejected,
  });

/** Compares the files of a place with its manifest. @returns the files with the figures that they are to have. */
const compared = async (
  { manifest, base, isFolder }: Place,
  { inputs, notRead }: Resolved,
  isLeftOut: (name: string) => boolean,
): Promise<E.Either<Failure, Resolved>> => {
  const read = await readManifest(manifest);
  if (E.isLeft(read)) return read;
  const listed = new Map(read.right.map((one) => [normalize(one.name), one]));
  const nameOf = (file: string): string => relative(resolve(base), resolve(file));
  const joined = inputs.flatMap(({ mapping, file }) =>
    mapping === undefined ? [] : joinedFiles(mapping, file).map((one) => one.file),
  );
  const isOfPlace = (file: string): boolean => !isFolder || !nameOf(file).startsWith('..');
  const others = notRead.filter((file) => resolve(file) !== resolve(manifest));
  const own = [...new Set([...inputs.map(({ file }) => file), ...others, ...joined].filter(isOfPlace))];
  const ownNames = new Set(own.map(nameOf));

  const differences: string[] = [];
  for (const [name, one] of listed) {
    if (isLeftOut(name)) continue;
    const file = join(base, name);
    const difference = await differenceOf(file, one);
    if (difference !== null) differences.push(`${visible(file)} ${difference}`);
    else if (!isFolder && !ownNames.has(name) && !isOwnFile(file))
      differences.push(`${visible(file)} is in the manifest, and is not named.`);
  }
  for (const file of own)
    if (!listed.has(nameOf(file)))
      differences.push(`${visible(file)} is not in the manifest. If it does not belong to it, use --leave-out.`);
  if (differences.length > 0) return differ(manifest, differences);

  const withFigures = inputs.map((input): Input => {
    const { rows = null, sums = {} } = (isOfPlace(input.file) ? listed.get(nameOf(input.file)) : undefined) ?? {};
    return rows === null && Object.keys(sums).length === 0 ? input : { ...input, listed: { manifest, rows, sums } };
  });
  for (const { file, mapping, listed: one } of withFigures) {
    const unknown = Object.keys(one?.sums ?? {}).find((name) => mapping?.compiled.ownColumns.has(name) === false);
    if (unknown !== undefined)
      return E.left(
        wrongUsage(
          `The manifest ${visible(manifest)} has a sum of ${visible(unknown)} for ${visible(file)}, which its mapping has neither in columns nor in ignore.`,
          'invalid_manifest',
        ),
      );
  }
  return E.right({ inputs: withFigures, notRead: others });
};

/**
 * Compares the files of a command with the manifest of their folder, or with the one that is named, before any of them is read.
 *
 * @returns Left if one is missing, has changed, or is not in it.
 */
export const withManifests = async (
  paths: ReadonlyArray<string>,
  resolved: Resolved,
  naming: Naming,
): Promise<E.Either<Failure, Resolved>> => {
  const places = await placesOf(paths, naming);
  if (E.isLeft(places)) return places;
  let all = resolved;
  for (const place of places.right) {
    const found = await compared(place, all, naming.isLeftOut);
    if (E.isLeft(found)) return found;
    all = found.right;
  }
  return E.right({ ...all, inputs: withListedFigures(all.inputs) });
};
