import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Resolves a name. Not by the system's resolver: its few threads, which also hash passwords, would be blocked by a hanging name server. */
export type Resolve = (name: string) => Promise<string[]>;

/** Queries the name servers; `localhost` is this machine. */
export const resolveByDns: Resolve = async (name) => {
  if (name === 'localhost') return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/** Why an address is refused as a target. */
class TargetRefused extends Error {
  override name = 'TargetRefused';
}

/**
 * The addresses of a host, all of them allowed as targets; connect to one of these without a further DNS query, which could return another address
 * the second time. Throws a TargetRefused.
 */
export async function allowedAddresses(
  host: string,
  { resolve, allowPrivate }: { resolve: Resolve; allowPrivate: boolean },
): Promise<string[]> {
  const name = host.replace(/^\[|\]$/g, '');
  const addresses = isIP(name) === 0 ? await resolve(name) : [name];
  if (addresses.length === 0) throw new TargetRefused('找不到接收地址的主机');
  // A single refused address refuses the host: of several, any may be used.
  if (!addresses.every((address) => mayConnect(address, allowPrivate))) throw new TargetRefused('接收地址指向内部网络，不推送');
  return addresses;
}

/** Whether an address is in a public network or, if the operator allows it, in a private one or on this machine. */
export function mayConnect(address: string, allowPrivate: boolean): boolean {
  if (isIPv4(address)) return !reserved.check(address) && (allowPrivate || !inside.check(address));
  if (!isIPv6(address)) return false;
  const isPrivate = inside.check(address, 'ipv6');
  // Otherwise only allocated addresses, which excludes IPv4 addresses in disguise (mapped, NAT64, 6to4, Teredo).
  if (reserved.check(address, 'ipv6')) return false;
  return isPrivate ? allowPrivate : global6.check(address, 'ipv6');
}

const listOf = (...networks: string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
};

/** This machine and private networks (RFC 1918, 6598, 4193). */
const inside = listOf('10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7');

/** Addresses that are never allowed for receivers: cloud metadata services, link-local or not, and special-purpose networks (RFC 6890). */
const reserved = listOf(
  '0.0.0.0/8',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  'fd00:ec2::/32',
  'fd20:ce::/64',
  'fe80::/10',
  'ff00::/8',
);

/** The allocated range of IPv6. */
const global6 = listOf('2000::/3');
