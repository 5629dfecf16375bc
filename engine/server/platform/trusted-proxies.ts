import { isIP } from 'node:net';
import { addressesIn } from './address-ranges.ts';

/** Which forwarded addresses are trusted: none, the nearest proxy's, those of this many proxies, or of these networks. */
export type TrustedProxies = 'off' | 'on' | number | readonly string[];

/** Most proxies in a chain. */
const maxHops = 10;

export const trustedProxiesMessage = `must be on, off, a number of proxies from 1 to ${maxHops}, or a comma-separated list of addresses and networks, none of which is everything`;

/** Parses TRUST_PROXY; undefined if it is invalid. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'on' || text === 'off') return text;
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= maxHops ? Number(text) : undefined;
  const networks = text.split(',').map((part) => part.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128));
}

/**
 * Fastify calls it for each address, from that of the connection to the left. The first untrusted one is the client's:
 * everything left of it was written by the client.
 */
export function trustFunction(proxies: TrustedProxies): false | ((address: string, hop: number) => boolean) {
  if (proxies === 'off') return false;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  if (proxies === 'on') {
    const [isLocal, isInternal] = [addressesIn(['127.0.0.0/8', '::1']), addressesIn(insideNetworks)];
    // One proxy in front, on this machine or in the internal network, and others on this machine: further ones must be
    // named, since an internal address may just as well be a client's.
    return (address, hop) => isLocal(address) || (hop === 0 && isInternal(address));
  }
  return addressesIn(proxies);
}

const insideNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'];
