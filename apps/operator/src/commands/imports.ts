import type { ImportRecord } from '@carryover/adapters-persistence/queries/import-records';
import type { FailureGroup } from '@carryover/adapters-persistence/queries/refusals';
import type { RefusalState, RefusedItems } from '@carryover/adapters-persistence/queries/refused-items';
import { type ImportNotFound, isWithinScope } from '@carryover/application/admin/payloads';
import { given } from '@carryover/application/given';
import { IMPORT_ENDPOINTS, IMPORT_OUTCOMES } from '@carryover/application/ports/import-records';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { count } from '@carryover/report/figures';
import { list, table, wire } from '@carryover/terminal/output';
import { visibleJson } from '@carryover/terminal/visible';
import type { Command } from 'commander';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  choice,
  command,
  errorCode,
  group,
  identifier,
  importId,
  importScope,
  moment,
  type Runner,
  supplierCode,
  supplierName,
  wholeNumber,
} from '../command.ts';
import { showFindings } from './import-findings.ts';
import { undoCommand } from './imports-undo.ts';

export const importJson = (record: ImportRecord) => ({
  ...wire(record, 'id', 'receivedAt', 'organisation', 'apiKeyPrefix', 'endpoint'),
  supplier: record.supplierCode,
  ...wire(record, 'externalAccountNumber', 'outcome', 'status', 'code', 'attr'),
  value: record.attrValue,
  ...wire(record, 'detail', 'itemCount', 'payloadSha256', 'conflictCount'),
  payload_removed_at: record.payloadRemovedAt,
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

const filterOf = ({ suppliers }: OperatorUseCases, options: Record<string, never>) => {
  const { supplier, organisation, account, endpoint, code, since, until } = options;
  return pipe(
    suppliers.named(supplier === undefined ? null : supplierName({ supplier, organisation })),
    TE.map((named) => ({
      supplier: named,
      ...(organisation === undefined ? {} : { organisations: [organisation] }),
      ...given({ externalAccountNumber: account, endpoint, code, since, until }),
    })),
  );
};

const listAll = (run: Runner): Command =>
  filtered(command('list', 'list import records, newest first'))
    .addOption(choice('--outcome <outcome>', 'only this outcome', IMPORT_OUTCOMES))
    .option('--key-prefix <prefix>', 'only requests with this API key', identifier)
    .option('--before <id>', 'only records older than this one, for the next page', importId)
    .option('--limit <number>', 'maximum number of rows (default: 50)', wholeNumber)
    .action((options) =>
      run(
        options,
        (useCases) => {
          const { outcome, keyPrefix, before, limit = 50 } = options;
          const ofList = { ...given({ outcome, apiKeyPrefix: keyPrefix, before }), limit };
          return pipe(
            filterOf(useCases, options),
            TE.chainW((filter) => useCases.queries.listImports({ ...filter, ...ofList })),
          );
        },
        (records) => ({
          text: table(
            [
              'RECEIVED',
              'ENDPOINT',
              'SUPPLIER',
              'ACCOUNT',
              'STATUS',
              'CODE',
              'ITEMS SENT',
              'CONFLICTS',
              'UNDONE',
              'ID',
            ],
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

/** What failed of a refused request, item by item. */
const failedJson = (failed: RefusedItems | null) =>
  failed === null
    ? {}
    : {
        state: failed.state,
        failing_items: failed.items.map(({ key: _, ...item }) => item),
        failing_items_not_kept: failed.itemsNotKept,
      };

const showFailed = ({ items, itemsNotKept }: RefusedItems): string =>
  [
    '\nWhat failed\n',
    table(
      ['ITEM', 'STATE', 'PATH', 'CODE', 'VALUE'],
      items.map(({ identifier, state, path, code, value }) => [identifier, state, path, code, value]),
      'The items of the request could not be read.',
    ),
    ...(itemsNotKept === 0 ? [] : [`${count(itemsNotKept)} more failed too, or were not read: they are not kept.\n`]),
  ].join('');

const show = (run: Runner): Command =>
  command('show', 'show an import record with its payload and the data for the reconciliation')
    .requiredOption('--id <id>', 'id as listed; also the X-Request-Id of the response', importId)
    .option('--supplier <code>', 'its supplier: an import of another one is unknown', supplierCode)
    .option('--organisation <name>', 'its organisation: an import of another one is unknown', identifier)
    .action((options) =>
      run(
        options,
        ({ queries }) => {
          const scope = importScope(options);
          const unknown: ImportNotFound = { kind: 'import_not_found', id: options.id, ...scope };
          return pipe(
            queries.findImport(options.id),
            TE.chainW(TE.fromNullable<ImportNotFound>(unknown)),
            TE.filterOrElseW(
              ({ record }) => isWithinScope(scope)(record),
              () => unknown,
            ),
            TE.bindTo('found'),
            TE.bindW('read', () => queries.readPayload(options.id)),
            TE.map(({ found, read }) => ({ ...found, ...read })),
          );
        },
        ({ record, payload, alteration, findings, failed }) => ({
          text: [
            list(Object.entries(importJson(record))),
            ...(failed === null ? [] : [showFailed(failed)]),
            ...(findings === null ? [] : [showFindings(findings)]),
            ...(payload === null ? [] : [`\nPayload\n${visibleJson(payload)}\n`]),
            ...(alteration === null ? [] : [`\n${alteration}\n`]),
            ...(record.payloadRemovedAt === null
              ? []
              : [`\nThe payload was removed on ${record.payloadRemovedAt.toISOString()}. Its SHA-256 is kept.\n`]),
          ].join(''),
          json: {
            ...importJson(record),
            payload,
            ...(record.outcome === 'accepted' ? { payload_altered: alteration !== null } : {}),
            findings,
            ...failedJson(failed),
          },
          isRefusal: alteration !== null,
        }),
      ),
    );

const summary = (groups: ReadonlyArray<FailureGroup>): string => {
  const sum = (state: RefusalState) => count(groups.reduce((all, { requests }) => all + requests[state], 0));
  return [
    '',
    `Not sent again (no later request for the account and endpoint was accepted): ${sum('not sent again')}.`,
    `Sent again without it (one was, but an item that failed is not stored): ${sum('sent again without it')}.`,
    `Solved (every item that failed is stored): ${sum('solved')}.`,
    `No account (the body could not be read, or named no account): ${sum('unknown')}.`,
    '',
  ].join('\n');
};

const failures = (run: Runner): Command =>
  filtered(
    command('failures', 'count rejected requests by error code, and whether the items that failed are stored since'),
  ).action((options) =>
    run(
      options,
      (useCases) => pipe(filterOf(useCases, options), TE.chainW(useCases.queries.readFailures)),
      (groups) => ({
        text: `${table(
          [
            'CODE',
            'NOT SENT AGAIN',
            'WITHOUT IT',
            'SOLVED',
            'NO ACCOUNT',
            'LATEST',
            'ACCOUNT',
            'WHERE',
            'VALUE',
            'WHY',
            'ID',
          ],
          groups.map(({ code, requests, example }) => [
            code,
            requests['not sent again'],
            requests['sent again without it'],
            requests.solved,
            requests.unknown,
            example.receivedAt,
            example.externalAccountNumber,
            example.attr,
            example.attrValue,
            example.detail,
            example.id,
          ]),
          'No rejected requests.',
        )}${groups.length === 0 ? '' : summary(groups)}`,
        json: groups.map((group) => ({
          code: group.code,
          count: group.count,
          still_failing: group.stillFailing,
          not_sent_again: group.requests['not sent again'],
          sent_again_without_it: group.requests['sent again without it'],
          solved: group.requests.solved,
          without_account: group.requests.unknown,
          example: importJson(group.example),
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
