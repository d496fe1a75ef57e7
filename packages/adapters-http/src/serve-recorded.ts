import type { ImportEndpoint, ImportRequest } from '@carryover/application/import-request';
import type { Clock } from '@carryover/application/ports/clock';
import type { RefusedImports } from '@carryover/application/ports/imports';
import * as TE from '@carryover/application/task-either';
import type { JsonObject, JsonValue } from '@carryover/contract/json/exact-json';
import { pipe } from 'fp-ts/lib/function.js';
import type * as T from 'fp-ts/lib/Task.js';
import type { JsonBody } from './body-reader.ts';
import { endRefused, unread } from './record-attempt.ts';
import type { Answer, Refusal } from './refusal.ts';
import { type BodyPorts, type Ending, type ServedEndpoint, serveBody } from './serve-body.ts';

/** How requests that leave an import record are served: imports and their dry runs. */
type Recorded<Found> = {
  readonly name: ImportEndpoint;
  /** Where refused ones are kept. */
  readonly records: RefusedImports;
  readonly itemsOf: (sent: JsonObject) => number;
  readonly toAnswer: (refusal: Refusal, sent: JsonValue | null) => Answer;
  readonly judge: (request: ImportRequest, url: string, body: JsonBody) => TE.TaskEither<Refusal, Found>;
  readonly end: (request: ImportRequest, body: JsonBody, found: Found) => T.Task<Ending>;
};

/** Serves an address whose every request leaves an import record, also a refused one. */
export const serveRecorded = <Found>(
  ports: BodyPorts & { readonly clock: Clock },
  { name, records, itemsOf, toAnswer, judge, end }: Recorded<Found>,
): ServedEndpoint => {
  const refuse = endRefused(records, itemsOf, toAnswer);
  const toUnreadAnswer = (refusal: Refusal): Answer => toAnswer(refusal, null);
  return {
    name,
    toAnswer: toUnreadAnswer,
    serve: serveBody(ports, toUnreadAnswer, (caller, { id, url }) => {
      const request = { id, receivedAt: ports.clock.now(), caller, endpoint: name };
      return {
        onUnread: (refusal) => refuse(request, unread(refusal)),
        onBody: (body) =>
          pipe(
            judge(request, url, body),
            TE.matchE(
              (refusal) => refuse(request, { refusal, sent: body.value }),
              (found) => end(request, body, found),
            ),
          ),
      };
    }),
  };
};
