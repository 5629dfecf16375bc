import { expect, it } from 'vitest';
import { leaveOut } from './leave-out.ts';
import { strayParts } from './stray-parts.ts';

const acme = { name: 'acme', features: [{ name: 'boxes' }, { name: 'lids' }] };

it('leaves out the named features, and refuses a name that no feature has', () => {
  expect(leaveOut(leaveOut(acme, 'lids'), 'boxes')).toEqual({ name: 'acme', features: [], leftOut: [{ name: 'lids' }, { name: 'boxes' }] });
  expect(() => leaveOut(acme, 'bags')).toThrow('acme has no feature bags that could be left out');
});

it('reports a server part with a misspelt feature name, but not the part of a feature that is left out', () => {
  const parts = [
    { name: 'acme', features: [{ name: 'boxes' }, { name: 'lids' }, { name: 'boxs' }] },
    { name: 'elsewhere', features: [{ name: 'any' }] },
  ];
  expect(strayParts({ modules: [leaveOut(acme, 'lids')] }, 'server', parts)).toEqual([
    'acme has a server of boxs, but no feature of that name: call it as its feature.ts does, or name the feature in leftOut of the module acme',
  ]);
});
