/** Signs evidence with a private key. */
export type EvidenceSigner = {
  /** The thumbprint of the public key (RFC 7638). */
  readonly keyId: string;
  /** Returns a JSON Web Signature that contains the payload, in the compact form. */
  readonly sign: (payload: Uint8Array) => Promise<string>;
};

/** The payload of a signature, or why it is not taken. `signedBy`: the id of the key that the signature names. */
export type VerifiedSignature =
  | { readonly kind: 'verified'; readonly payload: Uint8Array }
  | { readonly kind: 'other_key'; readonly signedBy: string; readonly given: string }
  | { readonly kind: 'signature_invalid' };

/** Verifies evidence with a public key. */
export type EvidenceVerifier = {
  readonly keyId: string;
  readonly verify: (signature: string) => Promise<VerifiedSignature>;
};
