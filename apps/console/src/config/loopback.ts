const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|(\[?)::1(\]?))$/i;

/** Returns true for a host name or address of this machine alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
