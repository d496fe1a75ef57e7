import type { Request, Response, Router } from 'express';
import type { Problem } from '../web/problem.ts';

/** Sends a browser that has signed in to a page of the console. */
export type GoOn = (request: Request, response: Response, to: string) => void;

/** A way to sign in. */
export type SignIn = {
  readonly routes: (goOn: GoOn) => Router;
  /** For a change that asks for a sign-in of the last minutes: its address, or what to do; afterwards the page `to` is shown. */
  readonly again: (to: string) => { readonly address: string } | { readonly hint: string };
  /** For a page that needs a session: the address that signs in, or the page that says how to. */
  readonly ask: (request: Request) => { readonly address: string } | Problem;
};
