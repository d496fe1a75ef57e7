import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SentForms } from '@carryover/adapters-persistence/sent-forms';
import type { Person } from '@carryover/domain/access';
import { orProblem, Problem } from './problem.ts';
import { type Answer, redirect } from './route.ts';

/** The field with the token of a form, which `view/form` adds. Programs leave it out. */
const FORM_TOKEN = 'form_token';

const ASKED_EVERY_MS = 250;
/** A form that is sent while it is still being handled waits this long for its end. */
const WAIT_MS = 10_000;

const inDoubt = (): Problem =>
  new Problem(
    409,
    'This form was sent before',
    'It was sent before, and it is not known yet whether its change was made.',
    'Look at the audit page. If the change is not there, open the form again and send it.',
  );

/** The page after a form; what answers a form itself is not made again, so the form leads elsewhere the second time. */
const endOf = (answer: Answer): { readonly to: string; readonly flash?: string } | null => {
  if (answer.kind === 'redirect') return answer;
  if (answer.kind === 'download') return answer.after ?? null;
  return answer.kind === 'page' && (answer.status ?? 200) < 400 ? (answer.after ?? { to: '/' }) : null;
};

/** A form that was sent: to where, its fields, and the digest of its file. */
type SentForm = { readonly path: string; readonly fields: URLSearchParams; readonly file: string | null };

/**
 * Handles a form once, whatever is clicked: sent again with the same values, also at the same time and to another process, it leads to the page that it
 * led to. A form that was refused may be sent again.
 */
export const makeOnce =
  (forms: SentForms) =>
  async ({ subject, issuer }: Person, form: SentForm, handle: () => Promise<Answer>): Promise<Answer> => {
    if (!form.fields.has(FORM_TOKEN)) return handle();
    const key = createHash('sha256')
      .update(JSON.stringify([subject, issuer, form.path, form.file, ...form.fields]))
      .digest('hex');
    for (let waited = 0; ; waited += ASKED_EVERY_MS) {
      const before = await orProblem(forms.begin(key));
      if (before === null) break;
      if (before.location !== null) return redirect(before.location, before.message ?? undefined);
      if (waited >= WAIT_MS) throw inDoubt();
      await delay(ASKED_EVERY_MS);
    }
    const answer = await handle().catch(async (error: unknown) => {
      // What failed otherwise may have been stored.
      if (error instanceof Problem && error.status < 500) await orProblem(forms.forget(key));
      throw error;
    });
    const end = endOf(answer);
    await orProblem(end === null ? forms.forget(key) : forms.end(key, end.to, end.flash ?? null));
    return answer;
  };
