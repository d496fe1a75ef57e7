import {
  columnsOf,
  columnsOfPart,
  documentColumns,
  fieldsOf,
  type ItemColumn,
  makeItemCodecs,
} from '@carryover/contract/item-files';
import { FIELD_OF_PART, type ItemPart, KINDS } from '@carryover/contract/kinds';
import type { Documented } from '@carryover/contract/openapi/endpoints';
import { latestDayAt } from '@carryover/domain/date-time';

const names = (types: ReadonlyArray<string>): string => types.map((type) => `\`${type}\``).join(', ');

const requiredCell = ({ isRequired, byType }: ItemColumn): string => {
  if (isRequired) return 'yes';
  return byType === null || byType.requiredWith.length === 0 ? 'no' : `with ${names(byType.requiredWith)}`;
};

const FORMS = { text: '', flag: '`true` or `false`.', json: 'A list, JSON in CSV.' } as const;

const typeSentence = ({ codec: { shape } }: ItemColumn): string => {
  if (shape.kind !== 'scalar') return '';
  const { enum: choices, description, maxLength } = shape.schema;
  if (Array.isArray(choices)) return `One of ${names(choices.map(String))}.`;
  if (typeof maxLength === 'number') return `At most ${maxLength.toLocaleString('en')} characters.`;
  return typeof description === 'string' ? description : '';
};

const meaningCell = (column: ItemColumn): string =>
  [
    column.codec.about?.description ?? '',
    typeSentence(column),
    FORMS[column.form],
    column.byType === null ? '' : `Only with ${names(column.byType.usedWith)}.`,
  ]
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .join(' ')
    .replaceAll('|', '\\|');

const table = (columns: ReadonlyArray<ItemColumn>): string =>
  [
    '| field | required | content |',
    '|---|---|---|',
    ...columns.map((column) => `| \`${column.name}\` | ${requiredCell(column)} | ${meaningCell(column)} |`),
  ].join('\n');

/** The tables of the objects in a field that is a list, and of those in them, each once. @param shown the names of objects. */
const nested = ({ name, codec: { shape } }: ItemColumn, shown: Set<string>): ReadonlyArray<string> => {
  if (shape.kind !== 'list' || shown.has(shape.item.name)) return [];
  const fields = fieldsOf(shape.item);
  if (fields.length === 0) return [];
  shown.add(shape.item.name);
  return [`Objects in \`${name}\`:`, table(fields), ...fields.flatMap((field) => nested(field, shown))];
};

const SAME_TRANSACTIONS =
  'Objects in `transactions` have the fields of [transactions](#columns-of-transactions), without the account.';

/** Returns the columns of every file as markdown, from the codecs by which the service reads requests. */
export const itemFilesMarkdown = (documented: Documented): string => {
  const codecs = makeItemCodecs(documented, () => latestDayAt(new Date()));
  const shown = new Set<string>([codecs.transactions.name]);
  const kinds = KINDS.flatMap((kind) => {
    const columns = columnsOf(kind, codecs);
    const objects = columns.flatMap((column) => nested(column, shown));
    return [
      `## Columns of ${kind}`,
      table(columns),
      ...objects,
      ...(kind === 'billing-documents' ? [SAME_TRANSACTIONS] : []),
    ];
  });
  const parts = (Object.keys(FIELD_OF_PART) as ReadonlyArray<ItemPart>).flatMap((part) => [
    `## Columns of ${part}`,
    `The fields of the objects in \`${FIELD_OF_PART[part]}\`, and those that name their transaction.`,
    table(columnsOfPart(part, codecs)),
  ]);
  const rowsOfHistories = [
    '## Columns of billing-documents with a row for each document',
    'A file whose header has `billing_document_identifier` has one document in each row. The rows of a ledger make its history.',
    table(documentColumns(codecs)),
    '## Columns of billing-document-transactions',
    'The transactions of those documents. Without `billing_document_identifier`, a transaction belongs to no document.',
    table(columnsOfPart('billing-document-transactions', codecs)),
  ];
  return [...kinds, ...parts, ...rowsOfHistories].join('\n\n');
};
