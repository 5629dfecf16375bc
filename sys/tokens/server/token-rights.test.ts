import { fieldSchema } from '@back-office/contract/resource/field-schema.ts';
import { expect, it } from 'vitest';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { office } from '@back-office/app/office.ts';
import { tokenIssues } from './token-guard.ts';
import { sysFunction } from '../../functions/function.ts';
import { token } from '../token.ts';

const takes = (text: string): boolean => fieldSchema(token.fields.tokenRights).safeParse([text]).success;

it('the rights of a key can name the resources of any module', () => {
  expect(['sys/user:read', 'sys/log-opt:export', 'acme2/box:edit'].filter((text) => !takes(text))).toEqual([]);
  expect(['sys/user', '2acme/box:edit', 'acme2/box2:edit', 'acme/box/list:edit'].filter(takes)).toEqual([]);
});

it('the rights of a key can name every permission that a function may grant, and no other', () => {
  const words = ['read', 'print_all', 'report:read', 'a-b', 'R2', '', '2a', '_a', ':a', 'a b', 'a,b', '读'];
  const granted = (word: string): boolean => fieldSchema(sysFunction.fields.functionPermission).safeParse(word).success;
  expect(words.filter((word) => takes(`sys/user:${word}`))).toEqual(['read', 'print_all', 'report:read', 'a-b', 'R2']);
  expect(words.filter((word) => word !== '' && !word.includes(',') && granted(word))).toEqual(
    words.filter((word) => takes(`sys/user:${word}`)),
  );
});

it('the rights of a key can name a module’s own permissions, whatever characters they contain', async () => {
  const entry = {
    resource: 'sys/dict',
    group: '/base',
    order: 1,
    title: '字典',
    icon: 'dict',
    permissions: { 'print:all_pages': '打印' },
  } as const;
  const [branch] = office.menu;
  if (branch === undefined) return expect.fail('no menu');
  const withWord = { ...office, menu: [{ ...branch, sections: [entry] }] };
  const context = { user: { userId: 'me', rights: { all: true } } } as Context;
  const issuesOf = async (right: string) =>
    (await tokenIssues(context, withWord, [{ id: '', current: undefined, values: { tokenRights: [right] } }])).map(
      ({ message }) => message,
    );
  expect(await issuesOf('sys/dict:print:all_pages')).toEqual([]);
  expect(await issuesOf('sys/dict:print')).toEqual(['没有这个权限：sys/dict:print']);
  expect(await issuesOf('sys/dict:read:all_pages')).toEqual(['没有这个权限：sys/dict:read:all_pages']);
});

it('a key keeps the rights on a resource that was taken away, and gets no other', async () => {
  const context = { user: { userId: 'me', rights: { all: true } } } as Context;
  const current = { sysUserId: 'me', tokenRights: ['acme/gone:read', 'sys/dict:read'] };
  const issuesOf = async (tokenRights: string[]) =>
    (await tokenIssues(context, office, [{ id: '', current, values: { tokenRights } } as unknown as CheckedOf<typeof token>])).map(
      ({ message }) => message,
    );
  expect(await issuesOf(current.tokenRights)).toEqual([]);
  expect(await issuesOf(['acme/gone:read', 'sys/dict:edit'])).toEqual([]);
  expect(await issuesOf([...current.tokenRights, 'acme/gone:edit'])).toEqual(['没有这个权限：acme/gone:edit']);
});
