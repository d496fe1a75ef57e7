import type { Caller } from '@carryover/application/imports/import-request';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { ParamsDictionary, Query } from 'express-serve-static-core';
import type { Answer } from '../responses/answer.ts';
import type { ToErrorAnswer } from '../responses/rejection.ts';
import type { JsonBody } from './parse-body.ts';

/** The permit of an admitted request, held until it is answered. */
export type Permit = { readonly release: () => void };
/** A permit that grows with the bytes of the request's body. */
export type BodyPermit = Permit & {
  /** Reserves memory for bytes that have arrived. @returns false at capacity; what was granted is held until the release. */
  readonly reserve: (bytes: number) => boolean;
};

/** The context of one request (Express' `response.locals`), to which each step of the pipeline adds. */
export type Context = {
  /** UUID version 7: the id of the request and of its import record. */
  readonly id: string;
  readonly receivedAt: Date;
  /** The endpoint's name in the log and the metrics: one of few, never text of a client. */
  readonly endpoint: string;
  readonly toErrorAnswer: ToErrorAnswer;
  /** The permits that the request holds until it is answered. */
  readonly permits: Permit[];
  /** Called once, when the answer has been written. */
  readonly onAnswered: (answer: Answer) => void;
  caller: Caller | null;
  /** Set once the request is admitted. */
  bodyPermit?: BodyPermit;
  /** SHA-256 of the body's bytes after decompression, in lower-case hexadecimal; null until they are read. */
  payloadSha256: string | null;
  body: JsonBody | null;
  /** The number of accepted items. */
  items?: number;
  /** The id of the import record that the request left. */
  recordId?: string;
  /** The cause of a failure; only for the log. */
  cause?: unknown;
};

/** The context of a request whose body has been parsed. */
export type ParsedContext = Context & {
  readonly caller: Caller;
  readonly payloadSha256: string;
  readonly body: JsonBody;
};

/** One step of the pipeline. */
export type Step = RequestHandler<ParamsDictionary, unknown, unknown, Query, Context>;
/** One step for requests that an earlier step rejected. */
export type ErrorStep = ErrorRequestHandler<ParamsDictionary, unknown, unknown, Query, Context>;
