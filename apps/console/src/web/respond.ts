import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toTextCell } from '@carryover/files/csv/csv-cell';
import type { Request, Response } from 'express';
import type { Format } from '../view/format.ts';
import { render } from '../view/render.ts';
import type { Answer } from './route.ts';

/** A CSV file, a row at a time, with a byte order mark so that spreadsheets read UTF-8. */
async function* csvText(rows: AsyncIterable<ReadonlyArray<string>>): AsyncGenerator<string> {
  yield '\uFEFF';
  for await (const row of rows) yield `${row.map(toTextCell).join(',')}\r\n`;
}

/**
 * Reads the first elements of a source before it returns, so that a source that fails at once is answered with the page of its
 * failure and not with a 200.
 */
const started = async <A>(source: AsyncIterable<A>, count: number): Promise<AsyncGenerator<A>> => {
  const iterator = source[Symbol.asyncIterator]();
  const first: IteratorResult<A>[] = [];
  for (let step = 0; step < count && first.at(-1)?.done !== true; step += 1) first.push(await iterator.next());
  return (async function* () {
    for (const { value, done } of first) {
      if (done === true) return;
      yield value;
    }
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
};

/** Sends a source. If it fails, the connection is reset: a browser shows a failed download, also behind a proxy of HTTP/1.0. */
const sendAll = async (source: AsyncIterable<string | Uint8Array>, { socket }: Request, response: Response) => {
  const readable = Readable.from(source);
  readable.once('error', () => socket.resetAndDestroy());
  await pipeline(readable, response);
};

/** The header of a list does not need the database; its first row does. */
const WITH_FIRST_ROW = 2;

/** Values of every template: the formatting of the reader's locale, and what the layout shows. */
export type Surroundings = { readonly f: Format; readonly layout: object };

const HEARTBEAT_MS = 15_000;

/** `file name` for a header: ASCII, and the whole name encoded (RFC 6266). */
const disposition = (fileName: string): string =>
  `attachment; filename="${fileName.replaceAll(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;

const toFrame = (data: string): string => {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${lines.join('')}\n`;
};

/** Sends events until the reader leaves or `isSignedIn` says that the session has ended. */
const sendEvents = async (
  request: Request,
  response: Response,
  events: (signal: AbortSignal) => AsyncIterable<string>,
  isSignedIn: () => Promise<boolean>,
): Promise<void> => {
  const ending = new AbortController();
  response.type('text/event-stream').set('X-Accel-Buffering', 'no').flushHeaders();
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const beat = async (): Promise<void> => {
    const isStill = await isSignedIn();
    if (response.writableEnded) return;
    if (isStill) response.write(': still here\n\n');
    else {
      response.write(toFrame(render('view/session-ended', {})));
      ending.abort();
    }
  };
  // If the database does not answer, the stream ends: the browser connects again, and is asked then.
  const heartbeat = setInterval(() => beat().catch(() => ending.abort()), HEARTBEAT_MS);
  request.on('close', () => ending.abort());
  response.on('close', () => ending.abort());
  ending.signal.addEventListener('abort', () => response.end());
  try {
    for await (const event of events(ending.signal)) {
      if (ending.signal.aborted) break;
      // Nothing is collected for a reader that does not read: it is shown what is so once it does.
      if (!response.write(toFrame(event))) await once(response, 'drain', { signal: ending.signal });
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
};

type Reading = {
  readonly surroundings: (flash: string | null) => Surroundings;
  readonly isSignedIn: () => Promise<boolean>;
  /** Keeps a message for the next page. */
  readonly keepFlash: (text: string) => void;
  /** Takes the kept message. */
  readonly takeFlash: () => string | null;
  /** What was sent by a form of this page when the session had ended. */
  readonly keptForm: { readonly action: string; readonly fields: URLSearchParams } | null;
};

export const respond = async (
  request: Request,
  response: Response,
  answer: Answer,
  reading: Reading,
): Promise<void> => {
  switch (answer.kind) {
    case 'page': {
      const { f, layout } = reading.surroundings(reading.takeFlash());
      const body = render(answer.template, { ...answer.values, f, keptForm: reading.keptForm });
      response
        .status(answer.status ?? 200)
        .type('html')
        .send(render('view/layout', { ...layout, f, title: answer.title, place: answer.place ?? null, body }));
      return;
    }
    case 'fragment':
      response.type('html').send(render(answer.template, { ...answer.values, f: reading.surroundings(null).f }));
      return;
    case 'redirect':
      if (answer.flash !== undefined) reading.keepFlash(answer.flash);
      response.redirect(303, answer.to);
      return;
    case 'download': {
      const isCsv = 'rows' in answer;
      const content = isCsv ? csvText(await started(answer.rows, WITH_FIRST_ROW)) : await started(answer.bytes, 1);
      response.set('Content-Disposition', disposition(answer.fileName));
      // Whatever the bytes are, a browser that opens them does not run them.
      response.set('Content-Security-Policy', "default-src 'none'; sandbox");
      response.type(isCsv ? 'text/csv; charset=utf-8' : answer.contentType);
      await sendAll(content, request, response);
      return;
    }
    case 'events':
      await sendEvents(request, response, answer.events, reading.isSignedIn);
  }
};
