import { expect, test } from 'vitest';
import { isListed } from './is-listed.ts';

test.each<[string, readonly unknown[]]>([
  ['a page of a list', ['sys/user', 'page', 'list', '']],
  ['the total of a list', ['sys/log-opt', 'total', '']],
  ['a branch of a tree', ['sys/dict', 'children', '7', 'dictSort:asc']],
  ['a tree expanded to a level', ['sys/org', 'levels', '', 2]],
  ['the tree beside a list', ['sys/org', 'options', 'beneath', null]],
  ['the messages in the top bar', ['sys/msg', 'list', 'unread', 0, 10]],
  ['the person’s own records', ['own', 'sys/file', '']],
  ['the figures of the home page', ['statistics', 'home']],
])('%s is refetched when the connection is restored', (_, key) => {
  expect(isListed(key)).toBe(true);
});

test.each<[string, readonly unknown[]]>([
  ['the record of a form', ['sys/user', 'row', '7']],
  ['the defaults of a new record', ['draft', 'sys/user']],
  ['the description of the interface', ['openapi']],
])('%s is not refetched when the connection is restored', (_, key) => {
  expect(isListed(key)).toBe(false);
});
