import { hash } from 'node:crypto';
import { evidenceSigner } from '@carryover/adapters-crypto/evidence-keys';
import { makeMerkleTree } from '@carryover/domain/merkle-tree';
import type { Packed } from './a-pack.ts';

const END_BYTES = 22;

const contentOf = (files: ReadonlyArray<Packed>, name: string): Buffer =>
  files.find((file) => file.name === name)?.content ?? Buffer.alloc(0);

const linesOf = (content: Buffer): ReadonlyArray<string> => content.toString().split('\n').filter(Boolean);

type Records = ReadonlyArray<{ readonly id: string; readonly [member: string]: unknown }>;

/** The import records of a pack. */
export const recordsOf = (files: ReadonlyArray<Packed>): Records =>
  linesOf(contentOf(files, 'imports.ndjson')).map((line) => JSON.parse(line));

/** Returns the files with other lines in `imports.ndjson`. */
export const withLines = (files: ReadonlyArray<Packed>, lines: ReadonlyArray<string>): ReadonlyArray<Packed> =>
  files.map((file) =>
    file.name === 'imports.ndjson'
      ? { ...file, content: Buffer.from(lines.map((line) => `${line}\n`).join('')) }
      : file,
  );

export const withRecords = (files: ReadonlyArray<Packed>, records: Records): ReadonlyArray<Packed> =>
  withLines(
    files,
    records.map((record) => JSON.stringify(record)),
  );

/** Signs files again as the holder of the key: the manifest is made from them, then changed. */
export const signedAgain = async (
  files: ReadonlyArray<Packed>,
  privateKey: string,
  change: (manifest: any) => object = (manifest) => manifest,
): Promise<ReadonlyArray<Packed>> => {
  const parts = files.filter(({ name }) => !name.startsWith('manifest.'));
  const lines = linesOf(contentOf(files, 'imports.ndjson'));
  const tree = makeMerkleTree((bytes) => hash('sha256', bytes, 'buffer'));
  for (const line of lines) tree.add(Buffer.from(line));
  const signed = JSON.parse(contentOf(files, 'manifest.json').toString());
  const manifest = change({
    ...signed,
    files: parts.map(({ name, content }) => ({ name, bytes: content.length, sha256: hash('sha256', content) })),
    imports: { ...signed.imports, count: lines.length, merkle_root: Buffer.from(tree.root()).toString('hex') },
  });
  const bytes = Buffer.from(JSON.stringify(manifest));
  const signer = await evidenceSigner(privateKey);
  return [
    ...parts,
    { name: 'manifest.json', content: bytes },
    { name: 'manifest.jws', content: Buffer.from(await signer!.sign(bytes)) },
  ];
};

/** The place of a file in an archive, each the offset of a header: `local` is before the file, `central` in the directory. */
type Place = { readonly name: string; readonly local: number; readonly central: number };

const endOf = (archive: Buffer): number => archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));

export const placesOf = (archive: Buffer): ReadonlyArray<Place> => {
  const end = endOf(archive);
  const places: Place[] = [];
  for (let at = archive.readUInt32LE(end + 16); at < end; ) {
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    places.push({ name, local: archive.readUInt32LE(at + 42), central: at });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return places;
};

export const placeOf = (archive: Buffer, name: string): Place =>
  placesOf(archive).find((place) => place.name === name)!;

/** The offset of the first byte of a file's content as it is in the archive. */
export const contentAt = (archive: Buffer, { local }: Place): number =>
  local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);

/** Returns a copy that `change` has changed. */
export const changed = (archive: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(archive);
  change(copy);
  return copy;
};

/** Inserts bytes and corrects all offsets behind them, so that a reader of the central directory does not notice them. */
export const inserted = (archive: Buffer, offset: number, bytes: Buffer): Buffer => {
  const end = endOf(archive);
  const shifted = changed(archive, (copy) => {
    const shift = (field: number) => {
      const old = copy.readUInt32LE(field);
      copy.writeUInt32LE(old + (old >= offset ? bytes.length : 0), field);
    };
    for (const { central } of placesOf(archive)) shift(central + 42);
    shift(end + 16);
  });
  return Buffer.concat([shifted.subarray(0, offset), bytes, shifted.subarray(offset)]);
};

/** Adds a comment to the archive, which is behind everything else. */
export const commented = (archive: Buffer, comment: Buffer): Buffer => {
  const copy = changed(archive, (bytes) => bytes.writeUInt16LE(comment.length, bytes.length - END_BYTES + 20));
  return Buffer.concat([copy, comment]);
};
