import { randomUUID } from 'node:crypto';
import type { ImportCommand } from '@carryover/application/ports/import-records';
import type { AccountRef } from '@carryover/domain/account';

/** The common part of the command of an import of notes. */
export const anImportCommand = (account: AccountRef, apiKeyId: string = randomUUID()): ImportCommand => ({
  request: {
    id: randomUUID(),
    receivedAt: new Date(),
    caller: { organisationId: account.organisationId, apiKeyId },
    endpoint: 'notes/create',
    payloadSha256: 'ab'.repeat(32),
    loadId: null,
  },
  submission: { payload: Buffer.from('{}'), itemCount: 1, unknownFields: [] },
  account,
  commit: true,
});
