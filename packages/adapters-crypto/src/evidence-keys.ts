import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, compactVerify, decodeProtectedHeader, errors, exportJWK } from 'jose';

/** Signs evidence with a private key. */
export type EvidenceSigner = {
  /** The thumbprint of the public key (RFC 7638). */
  readonly keyId: string;
  /** Returns a JSON Web Signature that contains the payload, in the compact form. */
  readonly sign: (payload: Uint8Array) => Promise<string>;
};

/** The payload of a signature, or why it is not taken. `signedBy`: the id of the key that the signature names. */
type VerifiedSignature =
  | { readonly kind: 'verified'; readonly payload: Uint8Array }
  | { readonly kind: 'other_key'; readonly signedBy: string; readonly given: string }
  | { readonly kind: 'signature_invalid' };

/** Verifies evidence with a public key. */
export type EvidenceVerifier = {
  readonly keyId: string;
  readonly verify: (signature: string) => Promise<VerifiedSignature>;
};

const ALGORITHM = 'EdDSA';
const TYPE = 'carryover-evidence+jws';

/** A new Ed25519 key pair in PEM: PKCS #8 and SubjectPublicKeyInfo. */
export const makeEvidenceKeys = (): { readonly privateKey: string; readonly publicKey: string } =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

const keyIdOf = async (publicKey: KeyObject): Promise<string> => calculateJwkThumbprint(await exportJWK(publicKey));

/** Returns null for a text that is not an Ed25519 key in PEM of the kind that `read` takes. */
const readKey = (pem: string, read: (pem: string) => KeyObject): KeyObject | null => {
  try {
    const key = read(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
};

/** @returns null if the text is not a private Ed25519 key in PEM. */
export const evidenceSigner = async (pem: string): Promise<EvidenceSigner | null> => {
  const key = readKey(pem, createPrivateKey);
  if (key === null) return null;
  const keyId = await keyIdOf(createPublicKey(key));
  return {
    keyId,
    sign: (payload) => new CompactSign(payload).setProtectedHeader({ alg: ALGORITHM, kid: keyId, typ: TYPE }).sign(key),
  };
};

const namedKey = (signature: string): string | null => {
  try {
    return decodeProtectedHeader(signature).kid ?? null;
  } catch {
    return null;
  }
};

/** The same bytes can be encoded in several ways, of which a signature has one. */
const isCanonical = (signature: string): boolean =>
  signature.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/** @returns null if the text is not a public Ed25519 key in PEM. */
export const evidenceVerifier = async (pem: string): Promise<EvidenceVerifier | null> => {
  // A private key would be taken for its public part: it must not lie where packs are verified.
  const key = pem.includes('PRIVATE KEY') ? null : readKey(pem, createPublicKey);
  if (key === null) return null;
  const keyId = await keyIdOf(key);
  const verify = async (signature: string): Promise<VerifiedSignature> => {
    try {
      const { payload, protectedHeader } = await compactVerify(signature, key, { algorithms: [ALGORITHM] });
      return protectedHeader.typ === TYPE && isCanonical(signature)
        ? { kind: 'verified', payload }
        : { kind: 'signature_invalid' };
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      const signedBy = namedKey(signature);
      return signedBy === null || signedBy === keyId
        ? { kind: 'signature_invalid' }
        : { kind: 'other_key', signedBy, given: keyId };
    }
  };
  return { keyId, verify };
};
