import { EVIDENCE_FILES, type Manifest } from '@carryover/application/operator/evidence/manifest';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

const fileNames = Object.fromEntries(EVIDENCE_FILES.map((name) => [name, null])) as Record<
  (typeof EVIDENCE_FILES)[number],
  null
>;
const orNull = <A>(codec: t.Type<A>) => t.union([codec, t.null]);

/** Members that verifying needs; others are for readers. */
const manifest = t.type({
  format: t.literal('carryover-evidence-1'),
  report_id: t.string,
  organisation: t.string,
  import_supplier: t.string,
  verdict: orNull(t.keyof({ agree: null, differ: null, incomplete: null })),
  made_at: t.string,
  made_by: t.string,
  version: t.string,
  snapshot_at: t.string,
  control_file: orNull(t.type({ name: t.string, bytes: t.number, sha256: t.string })),
  files: t.array(t.type({ name: t.keyof(fileNames), bytes: t.number, sha256: t.string })),
  imports: t.intersection([
    t.type({ count: t.number, merkle_root: t.string, without_payload_sha256: t.number }),
    t.partial({ undone: t.number }),
  ]),
});

/** @returns null if the bytes are not a manifest of this version. */
export const readManifest = (bytes: Uint8Array): Manifest | null => {
  try {
    const decoded = manifest.decode(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    return E.isRight(decoded) ? decoded.right : null;
  } catch {
    return null;
  }
};
