import { isInScope, type Person, scopeOf } from '@carryover/domain/access';
import type { Request, Response } from 'express';
import manifest from '../../package.json' with { type: 'json' };
import { asset } from '../assets/assets.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { Problem, SignInAgain } from '../web/problem.ts';
import type { Surroundings } from '../web/respond.ts';
import type { PageGroup } from '../web/route.ts';
import { address, ownPath } from './address.ts';
import { formatFor } from './format.ts';
import { render } from './render.ts';

/** Shows a form with the values that were sent when the session had ended. */
export const KEPT_PATH = '/kept';

type Again = ReturnType<SignIn['again']>;

/** The layout of all pages, with the navigation of a person's roles. */
export const makeFrame = (groups: ReadonlyArray<PageGroup>) => {
  const navigationOf = ({ path: current }: Request, person: Person | null) =>
    groups
      .flatMap(({ navigation }) => (navigation === undefined ? [] : [navigation]))
      .filter(({ access, isForAll = false }) => {
        const scope = person === null ? new Set<string>() : scopeOf(person, access);
        return isForAll ? scope === null : isInScope(scope);
      })
      .map(({ title, path }) => ({
        title,
        path,
        // The overview leads to the pages of suppliers.
        isCurrent: current === path || current.startsWith(path === '/' ? '/suppliers/' : `${path}/`),
      }));

  const surroundings = (request: Request, person: Person | null, flash: string | null): Surroundings => {
    const roles = person?.grants.map(({ role, organisation }) =>
      organisation === null ? role : `${role}@${organisation}`,
    );
    return {
      f: formatFor(request),
      layout: {
        asset,
        navigation: navigationOf(request, person),
        person: person === null ? null : { name: person.name, roles: roles?.join(', ') },
        flash,
        method: request.method,
        place: null,
        version: manifest.version,
        refresh: null,
      },
    };
  };

  type Bare = { readonly title: string; readonly detail: string; readonly hint: string; readonly refresh?: string };
  const send = (request: Request, response: Response, person: Person | null, { detail, hint, ...bare }: Bare): void => {
    const { f, layout } = surroundings(request, person, null);
    const body = render('view/problem', { detail, hint });
    response.type('html').send(render('view/layout', { ...layout, f, ...bare, body }));
  };

  return {
    surroundings,
    /** Asks for a new sign-in before a form counts, and keeps what was sent. */
    sendSignInAgain: (
      request: Request,
      response: Response,
      person: Person | null,
      {
        problem,
        form,
        again,
      }: { readonly problem: SignInAgain; readonly form: URLSearchParams; readonly again: Again },
    ): void => {
      const { f, layout } = surroundings(request, person, null);
      const { title, message: detail, status, from } = problem;
      const values = {
        address: null,
        hint: '',
        ...again,
        detail,
        from,
        action: request.originalUrl,
        back: address(KEPT_PATH, { to: from, action: request.originalUrl }),
        fields: [...form],
      };
      const body = render('view/sign-in-again', values);
      response
        .status(status)
        .type('html')
        .send(render('view/layout', { ...layout, f, title, body }));
    },
    sendProblem: (request: Request, response: Response, problem: Problem, person: Person | null): void => {
      const { title, message: detail, hint } = problem;
      send(request, response.status(problem.status), person, { title, detail, hint });
    },
    /** A page that leads on by itself: the browser then counts as coming from the console, and sends its cookie. */
    sendOn: (request: Request, response: Response, to: string): void =>
      send(request, response, null, {
        title: 'One moment',
        detail: 'The console opens the page.',
        hint: 'If nothing happens, go to the overview.',
        refresh: ownPath(to),
      }),
    sendSignedOut: (request: Request, response: Response): void =>
      send(request, response, null, {
        title: 'Signed out',
        detail: 'Your session has ended.',
        hint: 'Sign out at your identity provider too if others use this browser.',
      }),
  };
};
