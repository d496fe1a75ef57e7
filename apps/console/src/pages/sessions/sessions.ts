import type { AccessLog } from '../../access/access-log.ts';
import type { SessionKeeper } from '../../access/session-keeper.ts';
import { field } from '../../web/input.ts';
import { conflict, notFound } from '../../web/problem.ts';
import { get, type PageGroup, page, post, redirect, type Visit } from '../../web/route.ts';

/** Sessions are of all organisations, and so are those who may end them. */
const requireAll = ({ scope }: Visit): void => {
  if (scope !== null) throw notFound();
};

/** `/sessions`: who is signed in, on all consoles of this database; an operator ends sessions. */
export const sessionPages = (keeper: SessionKeeper, log: AccessLog): PageGroup => ({
  navigation: { title: 'Sessions', path: '/sessions', access: 'change', isForAll: true },
  routes: [
    get('/sessions', 'change', async (visit) => {
      requireAll(visit);
      const own = await keeper.find(visit.request);
      const sessions = (await keeper.list()).map((session) => ({
        ...session,
        roles: session.grants
          .map(({ role, organisation }) => (organisation === null ? role : `${role}@${organisation}`))
          .join(', '),
        isOwn: session.idSha256 === own?.idSha256,
      }));
      return page('Sessions', 'pages/sessions/sessions', { sessions });
    }),
    post('/sessions/end', 'change', async (visit) => {
      requireAll(visit);
      const id = field(visit, 'session');
      const session = (await keeper.list()).find(({ idSha256 }) => idSha256 === id);
      if (session === undefined)
        throw conflict('This session has already ended.', 'Go back to see those that have not.');
      await keeper.endOther(session);
      log.endedSession(visit.person, session);
      return redirect('/sessions', `The session of ${session.name} was ended.`);
    }),
  ],
});
