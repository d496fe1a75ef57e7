import { BlockList, isIP, isIPv6 } from 'node:net';

/** Networks that no address of the Internet is in (IANA's special-purpose registries), but for loopback. */
const PRIVATE: ReadonlyArray<readonly [network: string, bits: number]> = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  // Also the metadata of cloud machines.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
const LOOPBACK: ReadonlyArray<readonly [network: string, bits: number]> = [['127.0.0.0', 8]];

/** Of IPv6, only addresses of the Internet (2000::/3) are let through, less these. */
const NOT_PUBLIC_IPV6: ReadonlyArray<readonly [network: string, bits: number]> = [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4: an IPv4 address, which may be a private one.
  ['2002::', 16],
  ['3fff::', 20],
];

const listOf = (networks: ReadonlyArray<readonly [string, number]>, family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, family);
  return list;
};
const [privates, loopback] = [listOf(PRIVATE, 'ipv4'), listOf(LOOPBACK, 'ipv4')];
const [internet, notPublic] = [listOf([['2000::', 3]], 'ipv6'), listOf(NOT_PUBLIC_IPV6, 'ipv6')];

/** Returns the IPv4 address in an IPv6 one that stands for it (`::ffff:a.b.c.d`, `64:ff9b::a.b.c.d`); else the address. */
const unmapped = (address: string): string => {
  if (!isIPv6(address)) return address;
  const { hostname } = new URL(`http://[${address.split('%')[0]}]/`);
  const [, high, low] = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.slice(1, -1);
  const word = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (word >>> shift) & 255).join('.');
};

/** Returns true for an address of this machine itself. */
export const isLoopbackAddress = (given: string): boolean => {
  const address = unmapped(given);
  return isIPv6(address) ? address === '::1' : loopback.check(address);
};

/** Networks as CIDR, `10.0.0.0/8`, or single addresses. */
export type Networks = ReadonlyArray<string>;

/** Returns a test whether changes may be sent to an address: those of the Internet, and of these networks. */
export const makeIsAllowed = (allowed: Networks): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const network of allowed) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (given) => {
    const address = unmapped(given);
    if (isIP(address) === 0) return false;
    if (isIPv6(address))
      return list.check(address, 'ipv6') || (internet.check(address, 'ipv6') && !notPublic.check(address, 'ipv6'));
    return list.check(address) || !(privates.check(address) || loopback.check(address));
  };
};
