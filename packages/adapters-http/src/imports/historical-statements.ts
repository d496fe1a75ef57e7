import type {
  CreateHistoricalStatements,
  StatementPlace,
  StatementsRefusal,
  StatementsRefused,
} from '@carryover/application/imports/create-historical-statements';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { makeCreateHistoricalStatementsBody } from '@carryover/contract/codecs/statement';
import { complain, type Issue, issueAt, type Path } from '@carryover/contract/issue';
import type { Limits } from '@carryover/contract/limits';
import { failedValidation, ofDocumentStore, onAccountRefused, pathMissing, pathTooLong } from '../errors/rejection.ts';
import type { ImportEndpoint } from './import-handler.ts';

type Input = ValueOf<ReturnType<typeof makeCreateHistoricalStatementsBody>>;

const pathOf = ({ index }: StatementPlace): Path => ['statements', index, 'statement_path'];

const toIssue = (refused: StatementsRefused['refusals'][number]): Issue =>
  refused.kind === 'path_too_long'
    ? pathTooLong(pathOf(refused))
    : issueAt(['statements', refused.index, 'statement_id'], complain(refused.kind));

/** POST /v1/data-import/historical-statements/create/ (§4.4) */
export const historicalStatementsEndpoint = (
  createHistoricalStatements: CreateHistoricalStatements,
  limits: Limits,
): ImportEndpoint<Input, StatementsRefusal, void> => ({
  kind: 'historical-statements',
  input: makeCreateHistoricalStatementsBody(limits),
  lists: ['statements'],
  run: (command, { statements }) => createHistoricalStatements({ ...command, statements }),
  onSuccess: (_, { sent }) => ({ status: 201, body: JSON.stringify(sent) }),
  onRefused: {
    ...onAccountRefused,
    statements_refused: ({ refusals }) => failedValidation(refusals.map(toIssue)),
    documents_missing: ({ places }) => failedValidation(places.map((place) => pathMissing(pathOf(place)))),
    document_store_unavailable: ofDocumentStore,
  },
});
