import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** A file in a Zip archive. */
export type Packed = { readonly name: string; readonly content: Buffer };

/** Returns the files of a Zip archive in their order. */
export const unpacked = async (archive: Buffer): Promise<ReadonlyArray<Packed>> => {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false });
  const files: Packed[] = [];
  for await (const entry of zip.eachEntry())
    files.push({ name: entry.fileName, content: await buffer(await zip.openReadStreamPromise(entry)) });
  return files;
};

export const packed = (files: ReadonlyArray<Packed>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const { name, content } of files) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
};

/** Packs files as they are packed if they, or the archive, have more than 4 GB. */
export const packedAsLarge = (files: ReadonlyArray<Packed>): Promise<Buffer> => {
  const zip = new ZipFile();
  const options = { forceZip64Format: true };
  for (const { name, content } of files) zip.addReadStream(Readable.from([content]), name, options);
  zip.end({ ...options, comment: '' });
  return buffer(zip.outputStream);
};

/** Writes the files with one of them changed, or without it if `change` returns null. */
export const writeChanged = async (
  path: string,
  files: ReadonlyArray<Packed>,
  name: string,
  change: (content: Buffer) => Buffer | null,
): Promise<void> => {
  const changed = files.flatMap((file) => {
    if (file.name !== name) return [file];
    const content = change(file.content);
    return content === null ? [] : [{ name, content }];
  });
  await writeFile(path, await packed(changed));
};
