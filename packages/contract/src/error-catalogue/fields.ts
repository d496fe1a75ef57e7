import type { ErrorCode } from '../error-codes.ts';
import { BODIES, type CatalogueEntry, EVERYWHERE, shape, TRANSACTIONS, WITH_DECIMALS } from './entry.ts';

/** Codes of a value or a field, whatever it means. */
export const FIELDS = {
  required: shape('Send the field that `attr` names.', '{"notes": []} without import_supplier'),
  null: shape('Leave an optional field out. Give a required field a value.', '"reference": null'),
  blank: shape('Send text with visible characters, or leave an optional field out.', '"transaction_id": ""'),
  invalid: shape(
    'Send the type and format that the reference gives for the field or parameter.',
    '"transaction_date": "2019-02-30"',
    EVERYWHERE,
  ),
  invalid_choice: shape('Send one of the values that `detail` lists.', '"type": "REFUND"'),
  max_length: shape(
    'Shorten the text. The reference gives each limit. The limit of a path is in bytes and includes the root.',
    'an import_supplier of 33 characters',
  ),
  max_items: shape('Send the items in several requests.', '10,001 transactions', [...BODIES]),
  min_items: shape('Send at least as many items as `detail` says.', '"line_items": []', [...TRANSACTIONS, 'operator']),
  max_digits: shape(
    'Send a smaller number. Send a number of more than 15 significant digits as a decimal string.',
    '"amount": 12345678901.00',
    WITH_DECIMALS,
  ),
  max_decimal_places: shape(
    'Send no more decimal places than the field allows. The service never rounds.',
    '"amount": "71.005"',
    WITH_DECIMALS,
  ),
  unknown_field: shape(
    'Remove the field, or correct its name: `detail` suggests the nearest known field. The operator can configure a supplier so that unknown fields are left out and reported.',
    '"amonut": 71',
  ),
  invalid_characters: shape('Remove U+0000 and unpaired surrogates from your text.', '"body": "\\u0000"'),
  unknown_parameter: shape(
    'Remove the query parameter, or correct its name: `detail` suggests the nearest known parameter.',
    '?force=true',
    [...BODIES, 'graphql'],
  ),
  field_not_used_with_type: shape(
    'Remove the field, or correct the type.',
    '"payment_type": "DEBIT_CARD" on a CHARGE',
    TRANSACTIONS,
  ),
} satisfies { readonly [Code in ErrorCode]?: CatalogueEntry };
