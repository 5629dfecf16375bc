import { expect, it } from 'vitest';
import { trustFunction } from './trusted-proxies.ts';
import { addressesIn } from './address-ranges.ts';

it.each<[range: string, held: string[], others: string[]]>([
  ['::/0', ['2001:db8::1', '::1'], ['10.1.2.3', '::ffff:10.1.2.3', '::ffff:a01:203']],
  ['0.0.0.0/0', ['10.1.2.3', '::ffff:10.1.2.3'], ['2001:db8::1', '::']],
  ['10.0.0.0/8', ['10.1.2.3', '::ffff:10.1.2.3', '::ffff:a01:203'], ['11.1.2.3', '::ffff:11.1.2.3', '::a01:203']],
  ['::ffff:10.0.0.0/104', ['10.1.2.3', '::ffff:10.1.2.3'], ['11.1.2.3', '2001:db8::1']],
  ['::ffff:10.1.2.3', ['10.1.2.3', '::ffff:a01:203'], ['10.1.2.4']],
  ['::ffff:0:0/95', ['::fffe:1:2'], ['10.1.2.3', '::ffff:10.1.2.3']],
  ['10.1.2.3', ['10.1.2.3'], ['10.1.2.4', '', 'x']],
])('%s contains only addresses of its own family', (range, held, others) => {
  const isIn = addressesIn([range]);
  expect([held.filter((address) => !isIn(address)), others.filter(isIn)]).toEqual([[], []]);
});

it('a trusted IPv6 network of proxies trusts no IPv4 address', () => {
  const trusts = trustFunction(['::/1']);
  expect(['2001:db8::1', '10.1.2.3', '::ffff:10.1.2.3'].map((address) => trusts !== false && trusts(address, 0))).toEqual([
    true,
    false,
    false,
  ]);
});
