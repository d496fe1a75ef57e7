import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EvidenceSigner } from '@carryover/adapters-crypto/evidence-keys';
import { coverageJson, originJson } from '@carryover/domain/coverage';
import { toDateTime } from '@carryover/domain/date-time';
import {
  type FileEntry,
  type ImportsEntry,
  MANIFEST,
  type Manifest,
  SIGNATURE,
  TIME_STAMP,
} from '@carryover/evidence/manifest';
import { requestTimeStamp } from '@carryover/evidence/time-stamp';
import { ZipFile } from 'yazl';
import { writeComplete } from '../complete-file.ts';
import type { Report } from '../report/report.ts';
import type { Part } from './parts.ts';

/** Texts are passed on in pieces of about this many characters. */
const PIECE = 65_536;

function* pieces(texts: Iterable<string>): Generator<Buffer, void> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** Adds a file to the archive. @returns once all of it was compressed. */
const addPart = (
  zip: ZipFile,
  { name, texts }: Part,
  mtime: Date,
  onBytes: (bytes: number) => void,
): Promise<FileEntry> =>
  new Promise((resolve, reject) => {
    const hash = createHash('sha256');
    let bytes = 0;
    function* hashed(): Generator<Buffer, void> {
      for (const piece of pieces(texts())) {
        hash.update(piece);
        bytes += piece.length;
        onBytes(piece.length);
        yield piece;
      }
    }
    const content = Readable.from(hashed(), { objectMode: false });
    content.once('error', reject);
    content.once('end', () => resolve({ name, bytes, sha256: hash.digest('hex') }));
    zip.addReadStream(content, name, { mtime, mode: 0o100644 });
  });

const manifestOf = (report: Report, files: ReadonlyArray<FileEntry>, imports: ImportsEntry): Manifest => ({
  ...(report.formerNames.length === 0
    ? { format: 'carryover-evidence-1' }
    : { format: 'carryover-evidence-2', former_names: report.formerNames }),
  report_id: report.reportId,
  organisation: report.organisation,
  import_supplier: report.supplierCode,
  owner: { organisation_id: report.owner.organisationId, supplier_id: report.owner.supplierId },
  verdict: report.comparison?.verdict ?? null,
  made_at: toDateTime(report.madeAt),
  made_by: report.madeBy,
  version: report.version,
  snapshot_at: report.snapshotAt.toISOString(),
  control_file:
    report.controlFile === null
      ? null
      : { name: report.controlFile.name, bytes: report.controlFile.bytes, sha256: report.controlFile.sha256 },
  control_totals: report.controlTotals === null ? null : originJson(report.controlTotals),
  coverage: report.comparison === null ? null : coverageJson(report.comparison.coverage),
  files,
  imports,
});

export type Evidence = {
  readonly report: Report;
  /** The report as a page. */
  readonly html: string;
  readonly parts: ReadonlyArray<Part>;
  readonly imports: ImportsEntry;
};

/** Who signs, and the service that stamps the signature with the time (RFC 3161); null: none does. */
export type Signing = { readonly signer: EvidenceSigner; readonly timeStampUrl: string | null };

const fill = async (
  zip: ZipFile,
  { report, html, parts, imports }: Evidence,
  { signer, timeStampUrl }: Signing,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  const mtime = report.snapshotAt;
  const files: FileEntry[] = [];
  for (const part of [{ name: 'report.html', texts: () => [html] } as const, ...parts])
    files.push(await addPart(zip, part, mtime, onBytes));
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(report, files, imports), null, 2)}\n`);
  zip.addBuffer(manifest, MANIFEST, { mtime, mode: 0o100644 });
  const signature = Buffer.from(await signer.sign(manifest));
  zip.addBuffer(signature, SIGNATURE, { mtime, mode: 0o100644 });
  if (timeStampUrl !== null)
    zip.addBuffer(await requestTimeStamp(timeStampUrl, signature), TIME_STAMP, { mtime, mode: 0o100644 });
  zip.end();
};

/** Writes an evidence pack of any size. @param onBytes is told what was packed. */
export const writePack = (
  file: string,
  evidence: Evidence,
  signing: Signing,
  onBytes: (bytes: number) => void,
): Promise<void> =>
  writeComplete(file, (incomplete) => {
    const zip = new ZipFile();
    const output = new Readable().wrap(zip.outputStream);
    zip.on('error', (error) => output.destroy(error));
    return Promise.all([
      pipeline(output, createWriteStream(incomplete)),
      fill(zip, evidence, signing, onBytes).catch((error) => {
        output.destroy(error);
        throw error;
      }),
    ]);
  });
