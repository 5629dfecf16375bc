import { expect, it } from 'vitest';
import { inOrder, permissionWord } from './permission-words.ts';

it('a permission has the name that the menu uses, a custom one its own', () => {
  expect(['read', 'send', 'restore', 'paint', ''].map(permissionWord)).toEqual(['查看', '发送', '恢复', 'paint', '访问']);
});

it('the standard permissions come first, in their own order', () => {
  expect(inOrder(['send', 'export', 'read'])).toEqual(['read', 'export', 'send']);
});
