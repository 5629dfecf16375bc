import type { Office } from '@back-office/contract/office/office.ts';
import { expect, it } from 'vitest';
import type { Right } from '../platform/http/right.ts';
import { unofferedRights } from './unoffered-rights.ts';

const entry = { group: '/acme', order: 1, title: '合同', icon: 'file' };
const office = {
  menu: [
    {
      sections: [
        { ...entry, resource: 'acme/agreement', permissions: { approve: '审批' } },
        { ...entry, page: 'acme/months' },
      ],
    },
  ],
  resources: [{ name: 'acme/agreement' }, { name: 'acme/line' }],
} as unknown as Pick<Office, 'menu' | 'resources'>;
const told = (right: Right): string[] => unofferedRights(new Map([['GET /api/acme/x', right]]), office);

const fine: Right[] = [
  'session',
  { resource: 'acme/agreement', permission: 'approve' },
  { resource: 'acme/months', permission: 'read' },
  { resource: 'acme/line', permission: 'read' },
  [
    { resource: 'acme/agreement', permission: 'read' },
    { resource: 'acme/line', permission: 'sign' },
  ],
];
it.each(fine.map((right) => ({ right })))('nothing is told of the right $right', ({ right }) => {
  expect(told(right)).toEqual([]);
});

it('a word that no entry of the menu offers is told', () => {
  expect(told({ resource: 'acme/line', permission: 'sign' })).toEqual([
    'GET /api/acme/x asks for sign on acme/line, which no entry of the menu offers: name it under permissions of the entry that leads there',
  ]);
});

const misspelt: Right[] = [
  { resource: 'acme/agrement', permission: 'read' },
  { resource: 'acme/agrement', permission: ['read', 'approve'] },
  [
    { resource: 'acme/agreement', permission: 'read' },
    { resource: 'acme/agrement', permission: 'read' },
  ],
];
it.each(misspelt.map((right) => ({ right })))('a resource that nobody declares is told once, whatever the word is: $right', ({ right }) => {
  expect(told(right)).toEqual([
    'GET /api/acme/x asks for a permission on acme/agrement, which is neither declared nor a page of the menu: correct the name',
  ]);
});
