import { ERROR_CODES, isErrorCode } from '@carryover/contract/error-codes';

/**
 * Returns the meaning of an error code and what the client does about it, as the documentation of the service has them; null for an
 * unknown code. @param service the address of the service; null if it is not known.
 */
export const remedyOf = (code: string, service: string | null) =>
  isErrorCode(code)
    ? {
        code,
        ...ERROR_CODES[code],
        documented: service === null ? null : `${service}/docs/errors#${encodeURIComponent(code)}`,
      }
    : null;
