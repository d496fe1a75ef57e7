import { checkDocumented, openApi } from '../../support/openapi.ts';
import type { Answered } from '../../support/sockets/answers.ts';

/** Throws where an answer is not what the documentation says; what Node's HTTP parser refuses has neither body nor type. */
export const checkAnswer = (method: string, target: string, { status, headers, text }: Answered): void => {
  const path = target.replace(/^http:\/\/localhost/, '').split('?', 1)[0]!;
  const isParsers = status >= 400 && text === '' && !headers.has('content-type') && method !== 'HEAD';
  const isPage = status === 200 && openApi.paths[path] === undefined;
  if (!isParsers && !isPage) checkDocumented({ method, path, status, headers, text });
};
