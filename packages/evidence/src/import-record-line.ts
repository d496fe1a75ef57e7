import * as t from 'io-ts';
import { orNull } from './manifest.ts';

/** A line of `imports.ndjson`. */
export const importRecordLine = t.type({
  id: t.string,
  outcome: t.keyof({ accepted: null, refused: null, dry_run: null }),
  payload_sha256: orNull(t.string),
  undone_at: orNull(t.string),
  received_at: t.string,
  api_key_prefix: orNull(t.string),
  endpoint: t.string,
  external_account_number: orNull(t.string),
  item_count: orNull(t.number),
  payload_removed_at: orNull(t.string),
});
export type ImportRecordLine = t.TypeOf<typeof importRecordLine>;
