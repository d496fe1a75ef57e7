import { columnsOf, columnsOfPart, fieldsOf, type ItemColumn, makeItemCodecs } from '@carryover/contract/item-files';
import { FIELD_OF_PART, KINDS, PARTS } from '@carryover/contract/kinds';
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
  const parts = PARTS.flatMap((part) => [
    `## Columns of ${part}`,
    `The fields of the objects in \`${FIELD_OF_PART[part]}\`, and those that name their transaction.`,
    table(columnsOfPart(part, codecs)),
  ]);
  return [...kinds, ...parts].join('\n\n');
};
