import { type NoteDraft, noteIdentity } from '@carryover/domain/note';
import * as t from 'io-ts';
import { unpackPayload } from '../../imports/import-records.ts';
import { checked, dateTime, documentPath } from '../../schema/stored-values.ts';

// The fields of an accepted payload that identify its items; the endpoint's codec accepted the rest.
const transactions = t.type({ transactions: t.array(t.type({ transaction_id: t.string })) });
const statements = t.type({ statements: t.array(t.type({ statement_id: t.string })) });
const notes = t.type({
  notes: t.array(
    t.partial({
      body: t.string,
      created_at: dateTime,
      document_paths: t.array(t.type({ document_path: documentPath })),
    }),
  ),
});
const instruction = t.type({ vendor: t.string, type: t.string });

const parsed = async <A>(codec: t.Type<A, unknown>, payload: Buffer): Promise<A> =>
  checked(codec, JSON.parse(await unpackPayload(payload)));

/** Returns the ids of the transactions in a stored payload. */
export const submittedTransactions = async (payload: Buffer): Promise<ReadonlyArray<string>> =>
  (await parsed(transactions, payload)).transactions.map(({ transaction_id }) => transaction_id);

/** Returns the ids of the statements in a stored payload. */
export const submittedStatements = async (payload: Buffer): Promise<ReadonlyArray<string>> =>
  (await parsed(statements, payload)).statements.map(({ statement_id }) => statement_id);

/** Returns the notes in a stored payload, with what identifies them (decisions 4). */
export const submittedNotes = async (
  payload: Buffer,
): Promise<ReadonlyArray<Pick<NoteDraft, 'body' | 'createdAt' | 'documentPaths'> & { readonly identity: string }>> =>
  (await parsed(notes, payload)).notes.map(({ body = null, created_at, document_paths = [] }) => {
    const documentPaths = document_paths.map(({ document_path }) => document_path);
    return {
      identity: noteIdentity({ body, documentPaths }),
      body,
      documentPaths,
      createdAt: created_at ?? null,
    };
  });

/** Returns the vendor and the type of the instruction in a stored payload. */
export const submittedInstruction = (payload: Buffer): Promise<t.TypeOf<typeof instruction>> =>
  parsed(instruction, payload);
