import type { Access, Person, Scope } from '@carryover/domain/access';
import type { Request } from 'express';
import type { Answer } from './answer.ts';

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
  readonly query: URLSearchParams;
};

/** One address of the console. Express matches `path`; the handler checks that ids belong to `scope`. */
export type Route = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  /** Throws a `Problem` if it refuses. */
  readonly handle: (visit: Visit) => Promise<Answer>;
  /** Reads the body itself, as a file; other forms are read as fields. */
  readonly isUpload?: boolean;
  /** Shows data of customers, so each request is logged. */
  readonly isLogged?: boolean;
};

type MakeRoute = (path: string, access: Access, handle: Route['handle']) => Route;

export const get: MakeRoute = (path, access, handle) => ({ method: 'GET', path, access, handle });
/** A route that shows data of customers. */
export const getLogged: MakeRoute = (path, access, handle) => ({ ...get(path, access, handle), isLogged: true });
/** A route to which a form is sent. */
export const post: MakeRoute = (path, access, handle) => ({ method: 'POST', path, access, handle });
/** A route to which a form with a file is sent. */
export const postFile: MakeRoute = (path, access, handle) => ({ ...post(path, access, handle), isUpload: true });

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
