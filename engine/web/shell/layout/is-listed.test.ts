import { expect, test } from 'vitest';
import { isListed } from './is-listed.ts';

test.each<[string, readonly unknown[]]>([
  ['a page of a list', ['sys/user', 'page', 'list', '']],
  ['how many there are', ['sys/log-opt', 'total', '']],
  ['a branch of a tree', ['sys/dict', 'children', '7', 'dictSort:asc']],
  ['a tree that was opened to a level', ['sys/org', 'levels', '', 2]],
  ['the tree beside a list', ['sys/org', 'options', 'beneath', null]],
  ['the messages at the bell', ['sys/msg', 'list', 'unread', 0, 10]],
  ["one's own records", ['own', 'sys/file', '']],
  ['the figures of the home page', ['statistics', 'home']],
])('%s is refetched when the connection is restored', (_, key) => {
  expect(isListed(key)).toBe(true);
});

test.each<[string, readonly unknown[]]>([
  ['the record of a form', ['sys/user', 'row', '7']],
  ['what one began to write', ['draft', 'sys/user']],
  ['what the page was told of itself', ['openapi']],
])('%s is not refetched when the connection is restored', (_, key) => {
  expect(isListed(key)).toBe(false);
});
