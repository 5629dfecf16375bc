import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** IPv4 addresses mapped into IPv6 (RFC 4291, 2.5.5.2). */
const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * Whether an address lies in one of these addresses and networks, such as 10.0.0.0/8 (RFC 4632). An IPv4 address mapped
 * into IPv6 counts as an IPv4 address, so no IPv6 network wider than the mapped range contains it.
 */
export function addressesIn(ranges: readonly string[]): (address: string) => boolean {
  const [lists4, lists6] = [new BlockList(), new BlockList()];
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = familyOf(address);
    const bits = Number(prefix ?? (family === 'ipv4' ? 32 : 128));
    const list = family === 'ipv4' || (bits >= 96 && mapped.check(address, 'ipv6')) ? lists4 : lists6;
    list.addSubnet(address, bits, family);
  }
  return (address) => {
    if (isIP(address) === 0) return false;
    const family = familyOf(address);
    return (isIPv4(address) || mapped.check(address, 'ipv6') ? lists4 : lists6).check(address, family);
  };
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
