import type {
  CreateHistoricalStatements,
  CreateHistoricalStatementsFailure,
  StatementPlace,
  StatementsRefused,
} from '@carryover/application/imports/create-historical-statements';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { makeCreateHistoricalStatementsBody } from '@carryover/contract/codecs/statement';
import { complain, type Issue, issueAt, type Path } from '@carryover/contract/issue';
import { lengthOf } from '@carryover/contract/json/exact-json';
import type { Limits } from '@carryover/contract/limits';
import { onAccountRefused, onStoreFailure } from '../responses/account-rejections.ts';
import { ofDocumentStore, pathMissing, pathTooLong } from '../responses/document-rejections.ts';
import { failedValidation, toErrorAnswer } from '../responses/rejection.ts';
import type { ImportEndpoint } from './endpoint.ts';

type Input = ValueOf<ReturnType<typeof makeCreateHistoricalStatementsBody>>;

const pathOf = ({ index }: StatementPlace): Path => ['statements', index, 'statement_path'];

const toIssue = (refused: StatementsRefused['refusals'][number]): Issue =>
  refused.kind === 'path_too_long'
    ? pathTooLong(pathOf(refused))
    : issueAt(['statements', refused.index, 'statement_id'], complain(refused.kind));

/** POST /v1/data-import/historical-statements/create/ (§4.4) */
export const createHistoricalStatementsEndpoint = (
  createHistoricalStatements: CreateHistoricalStatements,
  limits: Limits,
): ImportEndpoint<Input, Record<never, boolean>, CreateHistoricalStatementsFailure, void> => ({
  kind: 'historical-statements',
  input: makeCreateHistoricalStatementsBody(limits),
  flags: {},
  itemsOf: ({ statements }) => lengthOf(statements),
  useCase: ({ input: { statements }, ...on }) => createHistoricalStatements({ ...on, statements }),
  onSuccess: (_, { sent }) => ({ status: 201, body: JSON.stringify(sent) }),
  onError: {
    ...onAccountRefused,
    ...onStoreFailure,
    statements_refused: ({ refusals }) => failedValidation(refusals.map(toIssue)),
    documents_missing: ({ places }) => failedValidation(places.map((place) => pathMissing(pathOf(place)))),
    document_store_unavailable: ofDocumentStore,
  },
  toErrorAnswer,
  movedBy: () => [],
});
