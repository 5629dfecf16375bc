import { isIP, isIPv6 } from 'node:net';
import { addressesIn } from '../../platform/address-ranges.ts';

/** Whether an address is among these, each an address or a network such as 10.0.0.0/8 (RFC 4632); an empty list allows all. */
export function isAllowedAddress(allowed: readonly string[], ip: string): boolean {
  return allowed.length === 0 || addressesIn(allowed)(ip);
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
