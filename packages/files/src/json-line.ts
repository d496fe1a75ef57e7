import { type Complaint, complain } from '@carryover/contract/issue';
import { type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import { type JsonParseError, placeIn } from '@carryover/contract/json/parse-error';
import { BODY_LIMITS } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';

/** Returns the issue of a line that is not JSON. Columns count characters from 1, as editors do. */
export const ofParseError = (error: JsonParseError, text: string): Complaint => {
  const place = `column ${placeIn(text, error.position).column}`;
  switch (error.reason) {
    case 'duplicate_key':
      return complain('parse_error', `The key ${JSON.stringify(error.key)} occurs twice in an object, at ${place}.`);
    case 'too_deep':
      return complain(
        'parse_error',
        `The line has more than ${error.maxDepth} levels of nested arrays and objects, at ${place}.`,
      );
    case 'too_many':
      return complain('parse_error', `The line has more than ${error.maxValues} values, at ${place}.`);
    case 'syntax':
      return complain('parse_error', `The line is not JSON at ${place}: expected ${error.expected}.`);
  }
};

/** Reads the JSON of one line. */
export const parseLine = (text: string): E.Either<Complaint, JsonValue> =>
  E.mapLeft((error: JsonParseError) => ofParseError(error, text))(parseJson(text, { maxDepth: BODY_LIMITS.maxDepth }));
