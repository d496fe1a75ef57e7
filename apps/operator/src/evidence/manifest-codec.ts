import { oneOf, orNull } from '@carryover/adapters-persistence/schema/stored-values';
import { EVIDENCE_FILES, type Manifest } from '@carryover/application/operator/evidence/manifest';
import { VERDICTS } from '@carryover/domain/proof/compare-totals';
import * as t from 'io-ts';

/** Members that verifying needs; others are for readers. */
const manifest = t.type({
  format: t.literal('carryover-evidence-1'),
  report_id: t.string,
  organisation: t.string,
  import_supplier: t.string,
  verdict: orNull(oneOf(VERDICTS)),
  made_at: t.string,
  made_by: t.string,
  version: t.string,
  snapshot_at: t.string,
  control_file: orNull(t.type({ name: t.string, bytes: t.number, sha256: t.string })),
  files: t.array(t.type({ name: oneOf(EVIDENCE_FILES), bytes: t.number, sha256: t.string })),
  imports: t.type({ count: t.number, merkle_root: t.string, without_payload_sha256: t.number, undone: t.number }),
});

/** @returns null if the bytes are not a manifest of this version. */
export const readManifest = (bytes: Uint8Array): Manifest | null => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return manifest.is(value) ? value : null;
  } catch {
    return null;
  }
};
