import { expect, it } from 'vitest';
import { hostsOf } from './hosts-of.ts';

it.each([
  ['postgres://one/office', ['postgres://one/office']],
  ['postgres://u:p,q@one:5432,two:5433/office?a=b,c', ['postgres://u:p,q@one:5432/office?a=b,c', 'postgres://u:p,q@two:5433/office?a=b,c']],
  ['postgresql://[::1]:5432,two', ['postgresql://[::1]:5432', 'postgresql://two']],
])('%s is split by host into %j', (url, urls) => {
  expect(hostsOf(url)).toEqual(urls);
});
