import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether an address is among these, each an address or a network such as 10.0.0.0/8 (RFC 4632); an empty list allows all. */
export function isAllowedAddress(allowed: readonly string[], ip: string): boolean {
  if (allowed.length === 0) return true;
  const list = new BlockList();
  for (const entry of allowed) {
    const { address, bits } = partsOf(entry);
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, bits, familyOf(address));
  }
  return list.check(ip, familyOf(ip));
}

/** Whether a text is an address or a network. */
export function isAddressRange(text: string): boolean {
  const { address, bits = 0 } = partsOf(text);
  return isIP(address) !== 0 && !/%/.test(address) && bits <= (isIPv6(address) ? 128 : 32);
}

function partsOf(entry: string): { address: string; bits?: number } {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  return bits === undefined ? { address } : { address, bits: Number(bits) };
}

const familyOf = (ip: string): 'ipv4' | 'ipv6' => (isIPv6(ip) ? 'ipv6' : 'ipv4');
