/** The responses on a connection, as parsed from its bytes. */
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

type Head = { readonly status: number; readonly headers: Headers; readonly bodyStart: number; readonly end: number };

/**
 * The head of the first answer in what was received, a character a byte, and where the answer ends; null if it is not whole.
 *
 * @param isBodiless of the answer to a HEAD, whose length is that of a body that is not sent.
 */
const readHead = (received: string, isBodiless: boolean, from = 0): Head | null => {
  const end = received.indexOf(END_OF_HEAD, from);
  if (end === -1) return null;
  const [first = '', ...lines] = received.slice(from, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const bodyStart = end + END_OF_HEAD.length;
  // 100 Continue goes before the answer.
  if (status < 200) return readHead(received, isBodiless, bodyStart);
  const headers = toHeaders(lines);
  const length = isBodiless ? 0 : Number(headers.get('content-length') ?? 0);
  return { status, headers, bodyStart, end: bodyStart + length };
};

type Read = { readonly answer: Answered; readonly rest: string };

/** The first answer in what was received, and what follows it; null if it is not whole yet. */
const readAnswer = (received: string, isBodiless: boolean): Read | null => {
  const head = readHead(received, isBodiless);
  if (head === null || received.length < head.end) return null;
  const { status, headers, bodyStart, end } = head;
  const text = Buffer.from(received.slice(bodyStart, end), 'latin1').toString();
  return { answer: { status, headers, text }, rest: received.slice(end) };
};

/** The answers that stand in what was received, `count` at most. */
const readAnswers = (received: string, count: number, isBodiless: boolean): ReadonlyArray<Answered> => {
  const found = count === 0 ? null : readAnswer(received, isBodiless);
  return found === null ? [] : [found.answer, ...readAnswers(found.rest, count - 1, isBodiless)];
};

/**
 * Gathers what is received, and gives the answers in it. It is looked at once the first answer can be whole: one of ten
 * megabytes comes in hundreds of pieces, and to look at all of them each time takes seconds.
 */
export const gatherAnswers = (count: number, isBodiless: boolean) => {
  let received = '';
  let needed = 0;
  return {
    /** @returns true if all answers are there. */
    add: (chunk: string): boolean => {
      received += chunk;
      if (received.length < needed) return false;
      needed = readHead(received, isBodiless)?.end ?? 0;
      return received.length >= needed && readAnswers(received, count, isBodiless).length === count;
    },
    answers: () => readAnswers(received, count, isBodiless),
    /** The responses so far, if there were too few. */
    beginning: () => received.slice(0, 500),
  };
};
