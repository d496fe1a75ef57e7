/** What came back over a connection, as its bytes say it. */
export type Answered = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Of a connection that was ended without an answer. */
export const NO_ANSWER: Answered = { status: 0, headers: new Headers(), text: '' };

const END_OF_HEAD = '\r\n\r\n';

const toHeaders = (lines: ReadonlyArray<string>): Headers =>
  new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );

type Read = { readonly answer: Answered; readonly rest: string };

/**
 * The first answer in what was received, a character a byte, and what follows it; null where it is not whole yet.
 *
 * @param isBodiless of the answer to a HEAD, whose length is that of a body that is not sent.
 */
export const readAnswer = (received: string, isBodiless: boolean): Read | null => {
  const end = received.indexOf(END_OF_HEAD);
  if (end === -1) return null;
  const [first = '', ...lines] = received.slice(0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const after = received.slice(end + END_OF_HEAD.length);
  // 100 Continue goes before the answer.
  if (status < 200) return readAnswer(after, isBodiless);
  const headers = toHeaders(lines);
  const length = isBodiless ? 0 : Number(headers.get('content-length') ?? 0);
  if (after.length < length) return null;
  const text = Buffer.from(after.slice(0, length), 'latin1').toString();
  return { answer: { status, headers, text }, rest: after.slice(length) };
};

/** The answers that stand in what was received, `count` at most. */
export const readAnswers = (received: string, count: number, isBodiless: boolean): ReadonlyArray<Answered> => {
  const found = count === 0 ? null : readAnswer(received, isBodiless);
  return found === null ? [] : [found.answer, ...readAnswers(found.rest, count - 1, isBodiless)];
};
