import { accountFields } from '@carryover/contract/codecs/account-ref';
import type { AnyCodec } from '@carryover/contract/codecs/base/codec';
import { CODECS, isBody } from './item-codecs.ts';
import type { Kind } from './kind.ts';

/** The reading of a cell: as a string, as `true` or `false`, or as JSON. */
export type CellForm = 'text' | 'flag' | 'json';
/** A field of a row, which is a column of CSV. */
type ItemColumn = {
  readonly name: string;
  readonly form: CellForm;
  /** Required in every row. */
  readonly isRequired: boolean;
  readonly codec: AnyCodec;
};

const formOf = ({ shape }: AnyCodec): CellForm => {
  if (shape.kind !== 'scalar') return 'json';
  return shape.schema.type === 'boolean' ? 'flag' : 'text';
};

type Fields = { readonly documented: ReadonlyMap<string, AnyCodec>; readonly required: ReadonlySet<string> };

const fieldsOf = ({ shape }: AnyCodec): Fields => {
  switch (shape.kind) {
    case 'record':
      return { documented: shape.documented, required: new Set(shape.required) };
    case 'tagged': {
      const variants = [...shape.variants.values()].map(fieldsOf);
      const documented = new Map(variants.flatMap((variant) => [...variant.documented]));
      const required = variants.map((variant) => variant.required).reduce((all, some) => all.intersection(some));
      return { documented, required };
    }
    default:
      return { documented: new Map(), required: new Set() };
  }
};

/** The columns of a kind in the order of the documentation: the account, then the fields of the codec. */
export const columnsOf = (kind: Kind): ReadonlyArray<ItemColumn> => {
  const { documented, required } = fieldsOf(CODECS[kind]);
  const account = isBody(kind) ? [] : Object.entries(accountFields);
  return [
    ...account.map(([name, codec]) => ({ name, codec, isRequired: true })),
    ...[...documented].map(([name, codec]) => ({ name, codec, isRequired: required.has(name) })),
  ].map((column) => ({ ...column, form: formOf(column.codec) }));
};
