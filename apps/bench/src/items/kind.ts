import type { CopyRows } from './copy-text.ts';

/** The data in the forms of the service and of `COPY`, both with a template's slots. */
export type Kind = {
  /** Address of its endpoint. */
  readonly path: string;
  /** The table that holds a row for each item. */
  readonly table: string;
  /** The item count of the import record of a request with this number of items. */
  readonly recordedItems: (items: number) => number;
  /** Body of a request. */
  readonly body: (content: Content) => object;
  /** The rows that the service stores for the same items. */
  readonly rows: (content: Content) => ReadonlyArray<CopyRows>;
};

export type Content = {
  readonly items: number;
  /** Other contents of the same size. */
  readonly variant: number;
  /** Dates outside the open statement period, which the service moves into it. */
  readonly isMoved: boolean;
  /** `plain`: payments only; `mixed`: of every type, supply charges with their line and tax items among them. */
  readonly mix: Mix;
};
export type Mix = 'mixed' | 'plain';
