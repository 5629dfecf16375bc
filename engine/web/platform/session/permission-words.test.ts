import { expect, it } from 'vitest';
import { inOrder, permissionWord } from './permission-words.ts';

it('a permission is called what the menu calls it, a made-up one as it is written', () => {
  expect(['read', 'send', 'restore', 'paint', ''].map(permissionWord)).toEqual(['查看', '发送', '恢复', 'paint', '访问']);
});

it('the standard permissions come first, in their order', () => {
  expect(inOrder(['send', 'export', 'read'])).toEqual(['read', 'export', 'send']);
});
