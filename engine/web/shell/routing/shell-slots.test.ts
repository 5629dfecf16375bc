import { modules } from '@back-office/app/web/modules.ts';
import { expect, test } from 'vitest';
import { makeShellSlots } from './shell-slots.tsx';

const none = () => null;
const noPage = Object.assign(() => Promise.resolve(() => undefined), { there: () => undefined });

test('items that features add to the shell are sorted by their order numbers, whatever the order of the modules', () => {
  const shell = [
    {
      name: 'search',
      home: [
        { name: 'late', title: '后', order: 40, Card: none },
        { name: 'early', title: '先', order: 5, Card: none },
      ],
      palette: [{ name: 'go', title: '去', order: 1, path: '/go' }],
      topBar: [{ title: '铃', order: 1, Item: none }],
    },
  ];
  const slots = makeShellSlots([...modules, { name: 'acme', shell, pages: () => Promise.resolve([]) }], noPage);
  expect(slots.home.map(({ name }) => name)).toEqual([
    'early',
    'waiting',
    'figures',
    'recent',
    'pages',
    'late',
    'operations',
    'sign-ins',
    'hours',
    'modules',
  ]);
  expect(slots.palette[0]?.name).toBe('go');
  expect(slots.topBar.map(({ title }) => title)).toEqual(['铃', '查找', '消息']);
});

test('a feature that the office does not have adds nothing to the shell', () => {
  const shell = [{ name: 'nobody', home: [{ name: 'x', title: '无', order: 1, Card: none }] }];
  expect(makeShellSlots([{ name: 'acme', shell, pages: () => Promise.resolve([]) }], noPage).home).toEqual([]);
});
