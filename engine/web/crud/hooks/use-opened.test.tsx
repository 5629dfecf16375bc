import { draw } from '@back-office/app/testing/web/draw.tsx';
import { role } from '@back-office/sys/roles/role.ts';
import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { titleOf, useOpened, type Opened } from './use-opened.ts';

function Probe({ onDrawn }: { onDrawn: (opened: Opened) => void }) {
  const opened = useOpened(role);
  useLayoutEffect(() => onDrawn(opened));
  return <output>{opened.shown === undefined ? '列表' : titleOf(role, opened.shown)}</output>;
}
let opened: Opened;
const drawList = () => draw(<Probe onDrawn={(drawn) => void (opened = drawn)} />, { at: '/sys/role/list' });
/** Presses keys in immediate succession: each is rendered, but the address has not changed yet. */
const quickly = (...keys: (() => void)[]): void => keys.forEach((key) => flushSync(key));
const shown = page.getByRole('status');

test('a record closed before the address caught up stays closed, and can be opened again', async () => {
  const { address } = await drawList();
  quickly(
    () => opened.open('1', true),
    () => opened.leave(),
  );
  await expect.poll(address).toBe('/sys/role/list');
  await expect.element(shown).toHaveTextContent('列表');
  quickly(() => opened.open('1'));
  await expect.element(shown).toHaveTextContent('查看角色');
  expect(address()).toBe('/sys/role/list?record=1');
});

test('a record closed before the address caught up does not remain in the address', async () => {
  const { address } = await drawList();
  quickly(
    () => opened.open('1', true),
    () => opened.leave(),
    () => opened.open('2'),
    () => opened.close(),
    () => opened.open('3'),
  );
  await expect.element(shown).toHaveTextContent('查看角色');
  expect(address()).toBe('/sys/role/list?record=3');
  quickly(() => opened.close());
  await expect.element(shown).toHaveTextContent('列表');
  await expect.poll(address).toBe('/sys/role/list');
});
