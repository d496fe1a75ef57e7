import { type Answerer, type CatalogueEntry, ERROR_CODES, type ErrorCode } from '@carryover/contract/error-codes';
import type { OpenApiDocument } from '@carryover/contract/openapi/document';
import { inline } from './markdown.ts';
import { referenceOf } from './operations.ts';
import { renderPage } from './page.ts';
import { breakable, render } from './templates.ts';

/** Descriptions of answerers that are not endpoints. */
const IN_WORDS: { readonly [name in Answerer]?: string } = {
  graphql: 'the token endpoint',
  operator: "the operator's command",
};

const INTRODUCTION = inline(
  'Every error answer names a `code` that is stable and may be used in logic, and a `detail` that is for people and may change. Its `Link` header leads to the entry below. How to handle errors in a program: [the guide](/docs#errors).',
);

/** The catalogue of error codes; each has its code as anchor. */
export const renderErrors = (openApi: OpenApiDocument): Promise<string> => {
  const entries = (Object.entries(ERROR_CODES) as ReadonlyArray<[ErrorCode, CatalogueEntry]>).map(([code, entry]) => ({
    ...entry,
    code,
    answeredBy: entry.answeredBy.map((name) => ({
      words: IN_WORDS[name] ?? name,
      address: referenceOf(openApi, name),
    })),
  }));
  return renderPage({
    name: 'errors',
    title: 'Error codes',
    description: 'What each error code means, and what to do about it.',
    places: entries.map(({ code }) => ({ id: code, title: breakable(code) })),
    styles: ['errors.css'],
    scripts: ['contents.js', 'errors.js'],
    content: render('errors', { introduction: INTRODUCTION, entries, breakable, inline }),
  });
};
