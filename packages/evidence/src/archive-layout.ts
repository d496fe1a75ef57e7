import type { FileHandle } from 'node:fs/promises';
import { type Entry, type LocalFileHeader, parseExtraFields, type ZipFile } from 'yauzl';

/** The header of a file in the archive says what is in the central directory, and its name follows. */
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_ENTRY_BYTES = 46;
const END_BYTES = 22;
const ZIP64_END_BYTES = 56;
const ZIP64_LOCATOR_BYTES = 20;

const END = 0x06054b50;
const ZIP64_END = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const DESCRIPTOR = 0x08074b50;

/** Sizes and checksum follow the content. */
const HAS_DESCRIPTOR = 0x0008;
/** Stored and deflated. */
const METHODS = [0, 8];
/** {@link HAS_DESCRIPTOR}, the name is UTF-8, and the hints of a compressor: no encryption, no patch. */
const KNOWN_FLAGS = HAS_DESCRIPTOR | 0x0800 | 0x0006;
const ZIP64 = 0x0001;
/** Sizes of Zip64, times, and owners; another field could name the file otherwise. */
const KNOWN_FIELDS = [ZIP64, 0x5455, 0x7875];
/** In place of a number of 16 or 32 bits that is in a record of Zip64. */
const [IN_ZIP64_16, IN_ZIP64_32] = [0xffff, 0xffffffff];

type Sizes = Pick<Entry, 'crc32' | 'compressedSize' | 'uncompressedSize'>;

const areEqual = (a: Sizes, b: Sizes): boolean =>
  a.crc32 === b.crc32 && a.compressedSize === b.compressedSize && a.uncompressedSize === b.uncompressedSize;

const bytesAt = async (handle: FileHandle, length: number, position: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, Math.max(0, position));
  return buffer.subarray(0, bytesRead);
};

const uint64 = (bytes: Buffer, offset: number): number => Number(bytes.readBigUInt64LE(offset));

/** Sizes and checksum as the local header has them; with Zip64 they are in an extra field. */
const localSizes = ({ crc32, compressedSize, uncompressedSize, extraField }: LocalFileHeader): Sizes => {
  const zip64 = parseExtraFields(extraField).find(({ id }) => id === ZIP64)?.data;
  if (zip64 === undefined || zip64.length < 16) return { crc32, compressedSize, uncompressedSize };
  return {
    crc32,
    uncompressedSize: uncompressedSize === IN_ZIP64_32 ? uint64(zip64, 0) : uncompressedSize,
    compressedSize: compressedSize === IN_ZIP64_32 ? uint64(zip64, 8) : compressedSize,
  };
};

/** Returns the length of the data descriptor after a file's content; null if it has other sizes than the central directory. */
const descriptorBytes = async (handle: FileHandle, entry: Entry, position: number): Promise<number | null> => {
  const bytes = await bytesAt(handle, 24, position);
  if (bytes.length < 16 || bytes.readUInt32LE(0) !== DESCRIPTOR) return null;
  const crc32 = bytes.readUInt32LE(4);
  // First, since the beginning of a long one of an empty file can be read as a short one. Behind a short one is a header.
  if (
    bytes.length === 24 &&
    areEqual(entry, { crc32, compressedSize: uint64(bytes, 8), uncompressedSize: uint64(bytes, 16) })
  )
    return 24;
  const short = { crc32, compressedSize: bytes.readUInt32LE(8), uncompressedSize: bytes.readUInt32LE(12) };
  return areEqual(entry, short) ? 16 : null;
};

const hasKnownFields = (extra: Buffer): boolean => {
  const fields = parseExtraFields(extra);
  const length = fields.reduce((sum, { data }) => sum + 4 + data.length, 0);
  return length === extra.length && fields.every(({ id }) => KNOWN_FIELDS.includes(id));
};

const headerFaults = (entry: Entry, local: LocalFileHeader): ReadonlyArray<string> => {
  const { generalPurposeBitFlag: flags, fileName } = entry;
  const told = localSizes(local);
  const isLater =
    (flags & HAS_DESCRIPTOR) !== 0 && areEqual(told, { crc32: 0, compressedSize: 0, uncompressedSize: 0 });
  const same: ReadonlyArray<readonly [part: string, isSame: boolean]> = [
    ['name', local.fileName.equals(entry.fileNameRaw)],
    ['flags', local.generalPurposeBitFlag === flags],
    ['compression method', local.compressionMethod === entry.compressionMethod],
    ['time', local.lastModFileDate === entry.lastModFileDate && local.lastModFileTime === entry.lastModFileTime],
    ['checksum or size', isLater || areEqual(told, entry)],
  ];
  return [
    ...same
      .filter(([, isSame]) => !isSame)
      .map(([part]) => `the header before ${fileName} has another ${part} than the central directory`),
    ...(METHODS.includes(entry.compressionMethod) ? [] : [`${fileName} has a compression method that no pack has`]),
    ...((flags & ~KNOWN_FLAGS) === 0 ? [] : [`${fileName} is encrypted or has other flags that no pack has`]),
    ...(hasKnownFields(entry.extraFieldRaw) && hasKnownFields(local.extraField)
      ? []
      : [`${fileName} has extra fields that no pack has`]),
    ...(entry.fileCommentLength === 0 ? [] : [`${fileName} has a comment`]),
  ];
};

const bytes = (length: number): string => (length === 1 ? '1 byte' : `${length} bytes`);

/** Returns the fault of a part that should begin where the part before it ends. */
const gapFaults = (end: number, start: number, before: string): ReadonlyArray<string> => {
  if (start === end) return [];
  if (start < end) return [`${before} overlaps what is before it`];
  return [`${bytes(start - end)} before ${before} belong to no file`];
};

type Directory = { readonly offset: number; readonly size: number; readonly entries: number; readonly end: number };

/** Reads the records after the central directory, which end the archive. @returns what is wrong with them as a text. */
const readDirectory = async (handle: FileHandle, fileSize: number): Promise<Directory | string> => {
  const endAt = fileSize - END_BYTES;
  const end = await bytesAt(handle, END_BYTES, endAt);
  if (end.length < END_BYTES || end.readUInt32LE(0) !== END || end.readUInt16LE(20) !== 0)
    return 'it has bytes after its end, or a comment';
  const [entries, size, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)] as const;
  const hasOneDisk = end.readUInt32LE(4) === 0 && end.readUInt16LE(8) === entries;
  const zip64 = await bytesAt(
    handle,
    ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES,
    endAt - ZIP64_END_BYTES - ZIP64_LOCATOR_BYTES,
  );
  const isZip64 =
    zip64.length === ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES && zip64.readUInt32LE(ZIP64_END_BYTES) === ZIP64_LOCATOR;
  if (!isZip64) return hasOneDisk ? { offset, size, entries, end: endAt } : 'it says that it is one of several disks';
  const start = endAt - zip64.length;
  const large = { offset: uint64(zip64, 48), size: uint64(zip64, 40), entries: uint64(zip64, 32), end: start };
  const isConsistent =
    hasOneDisk &&
    zip64.readUInt32LE(0) === ZIP64_END &&
    uint64(zip64, 4) === ZIP64_END_BYTES - 12 &&
    uint64(zip64, 16) === 0 &&
    uint64(zip64, 24) === large.entries &&
    zip64.readUInt32LE(ZIP64_END_BYTES + 4) === 0 &&
    uint64(zip64, ZIP64_END_BYTES + 8) === start &&
    zip64.readUInt32LE(ZIP64_END_BYTES + 16) === 1 &&
    [IN_ZIP64_16, large.entries].includes(entries) &&
    [IN_ZIP64_32, large.size].includes(size) &&
    [IN_ZIP64_32, large.offset].includes(offset);
  return isConsistent ? large : 'the records at its end contradict each other';
};

/**
 * Returns what is wrong with the bytes around the files of an archive, each as a sentence. A reader that follows the header before each file,
 * and not the central directory at the end, must see the same files: both say the same, and each byte belongs to one of them.
 */
export const layoutFaults = async (
  handle: FileHandle,
  zip: ZipFile,
  entries: ReadonlyArray<Entry>,
): Promise<ReadonlyArray<string>> => {
  const faults: string[] = [];
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const local = await zip.readLocalFileHeaderPromise(entry);
    const start = entry.relativeOffsetOfLocalHeader;
    faults.push(...gapFaults(end, start, entry.fileName), ...headerFaults(entry, local));
    end = start + LOCAL_HEADER_BYTES + local.fileNameLength + local.extraFieldLength + entry.compressedSize;
    if ((entry.generalPurposeBitFlag & HAS_DESCRIPTOR) === 0) continue;
    const descriptor = await descriptorBytes(handle, entry, end);
    if (descriptor === null)
      faults.push(`${entry.fileName} has another size or checksum behind it than in the central directory`);
    end += descriptor ?? 0;
  }
  const directory = await readDirectory(handle, zip.fileSize);
  if (typeof directory === 'string') return [...faults, directory];
  const size = entries.reduce(
    (sum, { fileNameLength, extraFieldLength, fileCommentLength }) =>
      sum + DIRECTORY_ENTRY_BYTES + fileNameLength + extraFieldLength + fileCommentLength,
    0,
  );
  return [
    ...faults,
    ...gapFaults(end, directory.offset, 'the central directory'),
    ...(directory.size === size && directory.entries === entries.length
      ? gapFaults(directory.offset + size, directory.end, 'its end')
      : ['the central directory has another size or number of files than the archive says']),
  ];
};
