import { MAX_LENGTH } from '../limits.ts';
import { record } from './codec.ts';
import { cursor, identifier, wholeNumber } from './scalars.ts';

/** The query parameters of `GET /v1/platform/changes/` (decisions 18). */
export const changesParameters = record({
  name: 'query parameters',
  unknown: 'unknown_parameter',
  required: {},
  optional: {
    after: cursor.described(
      '`next` of an earlier answer: the changes after it. Without it, from the beginning of the database.',
    ),
    limit: wholeNumber(1, 1_000).described('The largest number of changes in the answer.'),
    wait: wholeNumber(0, 30).described('The seconds to wait for a change if none is ready.'),
    organisation: identifier(128).described('Only changes of this organisation, by its name or id.'),
    supplier: identifier(MAX_LENGTH.importSupplier).described('Only changes of import suppliers with this code.'),
  },
  defaults: { limit: 100, wait: 0 },
});
