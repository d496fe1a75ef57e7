import { complain, issueAt } from '../issue.ts';
import { MAX_LENGTH } from '../limits.ts';
import { record } from './codec.ts';
import { choice, identifier } from './scalars.ts';
import { accountFields } from './shared-fields.ts';

const MAX_CURSOR = 2_000;

/** An instruction to compare with the stored one, whose reference is not disclosed. Any vendor can be asked about. */
const comparedInstruction = record({
  name: 'payment instruction to compare',
  required: {
    vendor: identifier(MAX_LENGTH.identifier).described('Payment vendor of the instruction.', 'STRIPE'),
    reference: identifier(MAX_LENGTH.paymentReference).described(
      "The vendor's reference of the instruction, compared byte for byte.",
      'THIS-IS-A-FAKE-REFERENCE',
    ),
    type: identifier(MAX_LENGTH.identifier).described('The kind of instruction.', 'CARD'),
  },
});

/** The kinds of items that `accounts/summary/` lists. */
export const SUMMARY_LISTS = ['notes', 'transactions', 'billing_documents', 'statements'] as const;

/** Body of `accounts/summary/` (decisions 13). */
export const accountSummaryBody = record({
  name: 'account summary request',
  required: accountFields,
  optional: {
    list: choice(SUMMARY_LISTS).described('The items to list: up to 1,000 per page, fewer if they are large.'),
    after: identifier(MAX_CURSOR).described('The `next` of the previous page; requires `list`.'),
    payment_instruction: comparedInstruction.described(
      'An instruction as you sent it: the response says in which fields the stored one differs.',
    ),
  },
  together: { dependentRequired: { after: ['list'] } },
  rules: [
    (_, sent) =>
      'after' in sent && !('list' in sent) ? [issueAt(['list'], complain('required', '`after` requires `list`.'))] : [],
  ],
});
