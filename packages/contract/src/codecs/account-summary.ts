import { complain, issueAt } from '../issue.ts';
import { accountFields } from './account-ref.ts';
import { record } from './base/containers.ts';
import { choice, identifier } from './base/scalars.ts';

const MAX_CURSOR = 2_000;

/**
 * Body of `accounts/summary/` (decisions 13).
 *
 * @param lists the kinds of items that can be listed.
 */
export const makeAccountSummaryBody = <L extends string>(lists: ReadonlyArray<L>) =>
  record({
    name: 'account summary request',
    required: accountFields,
    optional: {
      list: choice(lists).described('The items to list, up to 1,000 per page.'),
      after: identifier(MAX_CURSOR).described('The `next` of the previous page; requires `list`.'),
    },
    together: { dependentRequired: { after: ['list'] } },
    rules: [
      (_, sent) =>
        'after' in sent && !('list' in sent)
          ? [issueAt(['list'], complain('required', '`after` requires `list`.'))]
          : [],
    ],
  });
