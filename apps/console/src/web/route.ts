import type { Access, Person, Scope } from '@carryover/domain/access';
import type { Request } from 'express';
import type { Place } from '../view/place.ts';
import type { Upload } from './upload.ts';

/** A page within the layout of all pages. */
type PageAnswer = {
  readonly kind: 'page';
  /** The heading, and the title of the browser's window. */
  readonly title: string;
  /** Path of an eta template below `src`, without its ending: `pages/audit/list`. */
  readonly template: string;
  readonly values: object;
  /** Where the page is: its breadcrumb, and the pages of its supplier. */
  readonly place?: Place;
  /** 200 if it is left out. */
  readonly status?: number;
  /** For a page that answers a form: where the same form leads if it is sent again, as F5 does. */
  readonly after?: { readonly to: string; readonly flash: string };
};

/** A part of a page, which htmx puts in its place. */
type FragmentAnswer = { readonly kind: 'fragment'; readonly template: string; readonly values: object };

/** After a form was sent: the page to read next (303). `flash` is shown on it once. */
type RedirectAnswer = { readonly kind: 'redirect'; readonly to: string; readonly flash?: string };

/** A file to save. The rows of a CSV file are guarded against formulas. */
type DownloadAnswer = { readonly kind: 'download'; readonly fileName: string } & (
  | { readonly rows: AsyncIterable<ReadonlyArray<string>> }
  | { readonly contentType: string; readonly bytes: AsyncIterable<Uint8Array> }
) & {
    /** For a download that is recorded: where the same form leads if it is sent again. Without it, the form may be sent again. */
    readonly after?: { readonly to: string; readonly flash: string };
  };

/** Server-sent events. Each text is the data of one event; the source ends when `signal` is aborted. */
type EventsAnswer = { readonly kind: 'events'; readonly events: (signal: AbortSignal) => AsyncIterable<string> };

export type Answer = PageAnswer | FragmentAnswer | RedirectAnswer | DownloadAnswer | EventsAnswer;

/** @param place `ofSupplier(visit, supplier, tab)` for a page of a supplier, `under(link, …)` for another page below one. */
export const page = (title: string, template: string, values: object, place?: Place): PageAnswer => ({
  kind: 'page',
  title,
  template,
  values,
  ...(place === undefined ? {} : { place }),
});
export const redirect = (to: string, flash?: string): Answer => ({
  kind: 'redirect',
  to,
  ...(flash === undefined ? {} : { flash }),
});

/** One request of a signed-in person whose roles allow the route. */
export type Visit = {
  readonly request: Request;
  readonly person: Person;
  /** The person signed in within the last minutes. */
  readonly isFresh: boolean;
  /** The organisations of which the person may use this route. */
  readonly scope: Scope;
  /** Returns true if the person may use another part, of one organisation if given. Decides what a page offers. */
  readonly may: (access: Access, organisation?: string) => boolean;
  /** The fields of a form that was sent. */
  readonly form: URLSearchParams;
  /** The file of a form that was sent; whoever handles the form removes it. */
  readonly upload: Upload | null;
  readonly query: URLSearchParams;
};

/** One address of the console. Express matches `path`; the handler checks that ids belong to `scope`. */
export type Route = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  /** Throws a `Problem` if it refuses. */
  readonly handle: (visit: Visit) => Promise<Answer>;
  /** Receives a form with a file; other forms are read as fields. */
  readonly receive?: (request: Request) => Promise<Upload>;
  /** Shows data of customers, so each request is logged. */
  readonly isLogged?: boolean;
};

type MakeRoute = (path: string, access: Access, handle: Route['handle']) => Route;

export const get: MakeRoute = (path, access, handle) => ({ method: 'GET', path, access, handle });
/** A route that shows data of customers. */
export const getLogged: MakeRoute = (path, access, handle) => ({ ...get(path, access, handle), isLogged: true });
/** A route to which a form is sent. */
export const post: MakeRoute = (path, access, handle) => ({ method: 'POST', path, access, handle });
/** A route to which a form with a file is sent. The file is removed if `handle` throws, else when it says so. */
export const postFile = (
  path: string,
  access: Access,
  receive: (request: Request) => Promise<Upload>,
  handle: (visit: Visit, upload: Upload) => Promise<Answer>,
): Route => ({
  ...post(path, access, async (visit) => {
    const { upload } = visit;
    if (upload === null) throw new Error('The file of a form was not received.');
    return handle(visit, upload).catch(async (error: unknown) => {
      await upload.remove();
      throw error;
    });
  }),
  receive,
});

/** The routes of one part of the console, and its entry in the navigation; without one, other pages lead to it. */
export type PageGroup = {
  readonly navigation?: {
    readonly title: string;
    readonly path: string;
    readonly access: Access;
    /** Only for persons who have the access in all organisations. */
    readonly isForAll?: boolean;
  };
  readonly routes: ReadonlyArray<Route>;
};
