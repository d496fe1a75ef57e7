import type { Kind, Part } from '@carryover/contract/kinds';
import type { MappedKind } from '@carryover/contract/mapping/mapping';
import type { LoadedMapping } from '@carryover/files/mapping/mapping-files';

/** Rows of a file, and sums of its columns or of the fields of its items, as a manifest gives them. */
export type Listed = {
  readonly manifest: string;
  readonly rows: number | null;
  readonly sums: Readonly<Record<string, string>>;
};

/** A file to be read, with the kind of its items, or the part of transactions that it has. `-` is standard input. */
export type Input = {
  readonly file: string;
  readonly kind: Kind | Part;
  /** The copy that is read in its place, if it can be read only once. */
  readonly copy?: string | undefined;
  /** What makes items of its rows; missing: they are items. */
  readonly mapping?: LoadedMapping | undefined;
  /** What a manifest says of its rows. */
  readonly listed?: Listed | undefined;
};

/** A file with a mapping, of accounts as well. */
export type MappedInput = Omit<Input, 'kind' | 'mapping'> & {
  readonly kind: MappedKind;
  readonly mapping: LoadedMapping;
};

export const isMapped = (input: Input | MappedInput): input is MappedInput => input.mapping !== undefined;

/** The files that a command line names, and those of folders that are not read. */
export type Resolved = { readonly inputs: ReadonlyArray<Input>; readonly notRead: ReadonlyArray<string> };
