import { isIP } from 'node:net';
import type { EnvironmentReader } from './environment.ts';

/** Reads a list of addresses and networks, separated by commas. */
export const readNetworks = (env: EnvironmentReader, name: string): ReadonlyArray<string> => {
  const networks = (env.text(name) ?? '').split(',').map((network) => network.trim());
  const given = networks.filter((network) => network !== '');
  for (const network of given) {
    const [address = '', bits = '0', ...rest] = network.split('/');
    const isNetwork = isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
    if (!isNetwork || rest.length > 0)
      env.mistake(name, `must list addresses or networks (10.0.0.0/8), but contains "${network}"`);
  }
  return given;
};
