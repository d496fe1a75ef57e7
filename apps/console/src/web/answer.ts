/** A page within the layout of all pages. */
type PageAnswer = {
  readonly kind: 'page';
  /** The heading, and the title of the browser's window. */
  readonly title: string;
  /** Path of an eta template below `src`, without its ending: `pages/audit/list`. */
  readonly template: string;
  readonly values: object;
  /** 200 if it is left out. */
  readonly status?: number;
};

/** A part of a page, which htmx puts in its place. */
type FragmentAnswer = { readonly kind: 'fragment'; readonly template: string; readonly values: object };

/** After a form was sent: the page to read next (303). `flash` is shown on it once. */
type RedirectAnswer = { readonly kind: 'redirect'; readonly to: string; readonly flash?: string };

/** A file to save. The rows of a CSV file are guarded against formulas. */
type DownloadAnswer = { readonly kind: 'download'; readonly fileName: string } & (
  | { readonly rows: AsyncIterable<ReadonlyArray<string>> }
  | { readonly contentType: string; readonly bytes: AsyncIterable<Uint8Array> }
);

/** Server-sent events. Each text is the data of one event; the source ends when `signal` is aborted. */
type EventsAnswer = { readonly kind: 'events'; readonly events: (signal: AbortSignal) => AsyncIterable<string> };

export type Answer = PageAnswer | FragmentAnswer | RedirectAnswer | DownloadAnswer | EventsAnswer;

export const page = (title: string, template: string, values: object): PageAnswer => ({
  kind: 'page',
  title,
  template,
  values,
});
export const redirect = (to: string, flash?: string): Answer => ({
  kind: 'redirect',
  to,
  ...(flash === undefined ? {} : { flash }),
});
