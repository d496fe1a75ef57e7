import { hash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type FileRefused, messageOf } from '@carryover/files/source/file-failure';
import * as asn1js from 'asn1js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as pkijs from 'pkijs';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const EXTENDED_KEY_USAGE = '2.5.29.37';

const REQUEST_MS = 30_000;
/** A response has some thousand bytes. */
const MAX_BYTES = 262_144;

const toBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** Reads a response of a time stamp service. Throws if it is none, or has no token. */
const tokenOf = (response: Uint8Array) => {
  const { status, timeStampToken } = pkijs.TimeStampResp.fromBER(toBuffer(response));
  if (status.status > 1) throw new Error(`it was refused with the status ${status.status}`);
  if (timeStampToken === undefined) throw new Error('it has no token');
  const signed = new pkijs.SignedData({ schema: timeStampToken.content });
  const content = signed.encapContentInfo.eContent;
  if (signed.encapContentInfo.eContentType !== TST_INFO || content === undefined)
    throw new Error('it is not a time stamp');
  return { signed, info: pkijs.TSTInfo.fromBER(content.getValue()) };
};

const isOf = ({ messageImprint: { hashAlgorithm, hashedMessage } }: pkijs.TSTInfo, content: Uint8Array): boolean =>
  hashAlgorithm.algorithmId === SHA256 &&
  Buffer.from(hashedMessage.valueBlock.valueHexView).toString('hex') === hash('sha256', content);

/**
 * Asks a service for a time stamp of a content (RFC 3161, SHA-256). @returns its response.
 *
 * Rejects with a message for the operator if it does not answer with a time stamp of this content.
 */
export const requestTimeStamp = async (url: string, content: Uint8Array): Promise<Buffer> => {
  const failed = (why: string): Error =>
    new Error(
      `the time stamp service ${url} (EVIDENCE_TSA_URL) did not give a time stamp: ${why}. No pack was written.`,
    );
  try {
    const nonce = new asn1js.Integer({ valueHex: toBuffer(Buffer.concat([Buffer.from([1]), randomBytes(8)])) });
    const request = new pkijs.TimeStampReq({
      version: 1,
      messageImprint: new pkijs.MessageImprint({
        hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1js.Null() }),
        hashedMessage: new asn1js.OctetString({ valueHex: toBuffer(Buffer.from(hash('sha256', content), 'hex')) }),
      }),
      certReq: true,
      nonce,
    });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: request.toSchema().toBER(),
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (bytes.length > MAX_BYTES) throw new Error(`its answer has ${bytes.length} bytes`);
    const { info } = tokenOf(bytes);
    if (!isOf(info, content)) throw new Error('it is of another content');
    if (info.nonce === undefined || !info.nonce.isEqual(nonce)) throw new Error('it is of another request');
    return bytes;
  } catch (error) {
    throw failed(error instanceof Error && error.cause instanceof Error ? error.cause.message : messageOf(error));
  }
};

/** The result of checking a time stamp. `isChained`: its signer's certificate leads to a given one. */
export type TimeStamp = { readonly at: string; readonly isChained: boolean };

const isForTimeStamps = (certificate: pkijs.Certificate): boolean =>
  certificate.extensions?.some(
    ({ extnID, parsedValue }) =>
      extnID === EXTENDED_KEY_USAGE &&
      parsedValue instanceof pkijs.ExtKeyUsage &&
      parsedValue.keyPurposes.includes(TIME_STAMPING),
  ) === true;

/**
 * Checks that a time stamp is of a content and signed by the certificate in it; with trusted certificates, also that this one leads to
 * them and is for time stamps. Rejects with what is wrong.
 */
export const checkTimeStamp = async (
  response: Uint8Array,
  content: Uint8Array,
  trusted: ReadonlyArray<pkijs.Certificate> | null,
): Promise<TimeStamp> => {
  const { signed, info } = tokenOf(response);
  if (!isOf(info, content)) throw new Error('it is of another content');
  const result = await signed
    .verify({
      signer: 0,
      data: toBuffer(content),
      trustedCerts: [...(trusted ?? [])],
      checkChain: trusted !== null,
      checkDate: info.genTime,
      extendedMode: true,
    })
    .catch((error: unknown) => {
      throw new Error(messageOf(error));
    });
  if (result.signatureVerified !== true) throw new Error('its signature is not right');
  if (trusted !== null && result.signerCertificateVerified !== true)
    throw new Error('the certificate of its signer does not lead to the given ones');
  const signer = result.signerCertificate;
  if (trusted !== null && (signer == null || !isForTimeStamps(signer)))
    throw new Error('the certificate of its signer is not for time stamps');
  return { at: info.genTime.toISOString(), isChained: trusted !== null };
};

const PEM = /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g;

/** Reads the certificates of those who are trusted to stamp, in PEM. */
export const readCertificates = (file: string): TE.TaskEither<FileRefused, ReadonlyArray<pkijs.Certificate>> =>
  TE.tryCatch(
    async () => {
      const bodies = [...(await readFile(file, 'utf8')).matchAll(PEM)].map(([, body]) => body!);
      if (bodies.length === 0) throw new Error('It has no certificate in PEM.');
      return bodies.map((body) => pkijs.Certificate.fromBER(toBuffer(Buffer.from(body, 'base64'))));
    },
    (error): FileRefused => ({ kind: 'file_refused', file, detail: messageOf(error) }),
  );
