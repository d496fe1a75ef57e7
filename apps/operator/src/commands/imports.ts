import { given } from '@carryover/application/given';
import { IMPORT_ENDPOINTS } from '@carryover/application/imports/import-request';
import {
  type FailureGroup,
  IMPORT_OUTCOMES,
  type ImportRecord,
} from '@carryover/application/ports/operator/import-records';
import { list, table } from '@carryover/terminal/output';
import type { Command } from 'commander';
import {
  choice,
  command,
  errorCode,
  group,
  identifier,
  importId,
  moment,
  type Runner,
  supplierCode,
  supplierName,
  wholeNumber,
} from '../command.ts';
import { count } from '../report/figures.ts';
import { showFindings } from '../views/import-findings.ts';
import { undoCommand } from './imports-undo.ts';

export const importJson = (record: ImportRecord) => ({
  id: record.id,
  received_at: record.receivedAt,
  organisation: record.organisation,
  api_key_prefix: record.apiKeyPrefix,
  endpoint: record.endpoint,
  supplier: record.supplierCode,
  external_account_number: record.externalAccountNumber,
  outcome: record.outcome,
  status: record.status,
  code: record.code,
  attr: record.attr,
  value: record.attrValue,
  detail: record.detail,
  item_count: record.itemCount,
  payload_sha256: record.payloadSha256,
  conflict_count: record.conflictCount,
  undone_at: record.undone?.at ?? null,
  undone_by: record.undone?.by ?? null,
  undo_reason: record.undone?.reason ?? null,
});

const filtered = (of: Command): Command =>
  of
    .option('--supplier <code>', 'only this supplier', supplierCode)
    .option('--organisation <name>', 'only this organisation; needed if several have the code', identifier)
    .option('--account <number>', 'only this external account number', identifier)
    .addOption(choice('--endpoint <name>', 'only this endpoint', IMPORT_ENDPOINTS))
    .option('--code <code>', 'only requests or dry runs with this error code', errorCode)
    .option('--since <time>', 'only from this day or UTC time', moment)
    .option('--until <time>', 'only before this day or UTC time', moment);

const filterOf = ({
  supplier,
  organisation,
  account,
  endpoint,
  code,
  since,
  until,
  outcome,
  keyPrefix,
  before,
  limit,
}: Record<string, never>) => ({
  supplier: supplier === undefined ? null : supplierName({ supplier, organisation }),
  ...(organisation === undefined ? {} : { organisations: [organisation] }),
  ...given({ externalAccountNumber: account, endpoint, code, since, until, outcome, apiKeyPrefix: keyPrefix, before }),
  limit: limit ?? 50,
});

const listAll = (run: Runner): Command =>
  filtered(command('list', 'list import records, newest first'))
    .addOption(choice('--outcome <outcome>', 'only this outcome', IMPORT_OUTCOMES))
    .option('--key-prefix <prefix>', 'only requests with this API key', identifier)
    .option('--before <id>', 'only records older than this one, for the next page', importId)
    .option('--limit <number>', 'maximum number of rows (default: 50)', wholeNumber)
    .action((options) =>
      run(
        options,
        ({ imports }) => imports.list(filterOf(options)),
        (records) => ({
          text: table(
            ['RECEIVED', 'ENDPOINT', 'SUPPLIER', 'ACCOUNT', 'STATUS', 'CODE', 'ITEMS', 'CONFLICTS', 'UNDONE', 'ID'],
            records.map((record) => [
              record.receivedAt,
              record.endpoint,
              record.supplierCode,
              record.externalAccountNumber,
              record.status,
              record.code,
              record.itemCount,
              record.conflictCount,
              record.undone?.at ?? null,
              record.id,
            ]),
            'No import records.',
          ),
          json: records.map(importJson),
        }),
      ),
    );

const show = (run: Runner): Command =>
  command('show', 'show an import record with its payload and the data for the reconciliation')
    .requiredOption('--id <id>', 'id as listed; also the X-Request-Id of the response', importId)
    .action((options) =>
      run(
        options,
        ({ imports }) => imports.show({ id: options.id }),
        ({ record, payload, findings }) => ({
          text: [
            list(Object.entries(importJson(record))),
            ...(findings === null ? [] : [showFindings(findings)]),
            ...(payload === null ? [] : [`\nPayload\n${payload}\n`]),
          ].join(''),
          json: { ...importJson(record), payload, findings },
        }),
      ),
    );

const summary = (groups: ReadonlyArray<FailureGroup>): string => {
  const sum = (of: (group: FailureGroup) => number) => count(groups.reduce((all, group) => all + of(group), 0));
  return [
    '',
    `Still failing: ${sum((group) => group.stillFailing)}.`,
    `Solved (a later request for the same account and endpoint was accepted): ${sum((group) => group.solved)}.`,
    `No account (the body could not be read, or named no account): ${sum((group) => group.withoutAccount)}.`,
    '',
  ].join('\n');
};

const failures = (run: Runner): Command =>
  filtered(
    command('failures', 'count rejected requests by error code: those still failing first, then those solved since'),
  ).action((options) =>
    run(
      options,
      ({ imports }) => imports.failures(filterOf(options)),
      (groups) => ({
        text: `${table(
          ['CODE', 'STILL FAILING', 'SOLVED', 'NO ACCOUNT', 'LATEST', 'ACCOUNT', 'WHERE', 'VALUE', 'WHY', 'ID'],
          groups.map(({ code, stillFailing, solved, withoutAccount, example }) => [
            code,
            stillFailing,
            solved,
            withoutAccount,
            example.receivedAt,
            example.externalAccountNumber,
            example.attr,
            example.attrValue,
            example.detail,
            example.id,
          ]),
          'No rejected requests.',
        )}${groups.length === 0 ? '' : summary(groups)}`,
        json: groups.map(({ code, count: all, stillFailing, solved, withoutAccount, example }) => ({
          code,
          count: all,
          still_failing: stillFailing,
          solved,
          without_account: withoutAccount,
          example: importJson(example),
        })),
      }),
    ),
  );

export const importsCommand = (run: Runner): Command =>
  group('imports')
    .addCommand(listAll(run))
    .addCommand(show(run))
    .addCommand(failures(run))
    .addCommand(undoCommand(run));
