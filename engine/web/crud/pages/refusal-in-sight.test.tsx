import { draw } from '@back-office/app/testing/web/draw.tsx';
import { user } from '@back-office/sys/users/user.ts';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { onPhone } from '../../testing/on-phone.ts';
import { setPermissions } from '../../testing/set-permissions.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { zhang } from '../../testing/zhang.ts';
import { ListPage } from './list-page.tsx';
import { ViewPage } from './view-page.tsx';

const name = page.getByRole('textbox', { name: '姓名' });
const note = page.getByRole('textbox', { name: '备注' });
const notice = page.getByRole('status').filter({ hasText: '您没有修改用户的权限' });
const rectOf = (located: { element: () => Element }): DOMRect => located.element().getBoundingClientRect();

const start = async (screen: ReactNode, at: string): Promise<void> => {
  signInAs({ account: 'somebody', grants: { 'sys/user': 'read,edit' } });
  stubServer({
    ...stubList(user, [zhang]),
    'GET /api/sys/user/select/7': zhang,
    'POST /api/live/watch': { version: 3 },
    'DELETE /api/live/watch/7': null,
  });
  await draw(screen, { at });
};

test.each([
  ['on its page, on a phone', onPhone, () => start(<ViewPage resource={user} id="7" />, '/sys/user/view/7?edit=1')],
  ['over its list, on a phone', onPhone, openOverList],
  ['beside its list', () => page.viewport(1440, 600), openOverList],
])('why a form can no longer be saved stays in sight %s, and covers no field that gets the focus', async (_, resize, open) => {
  onTestFinished(() => page.viewport(1440, 900));
  await resize();
  await open();
  await note.fill('写了一半');
  setPermissions('sys/user', 'read');
  await expect.element(notice).toBeVisible();
  note.element().scrollIntoView({ block: 'end' });
  await expect.poll(() => rectOf(name).bottom).toBeLessThan(60);
  const { top, bottom, left, width } = rectOf(notice);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(notice.element().contains(document.elementFromPoint(left + width / 2, (top + bottom) / 2))).toBe(true);
  expect(getComputedStyle(notice.element()).backgroundColor).toMatch(/^rgb\(/);
  name.element().focus();
  await expect.poll(() => rectOf(name).top).toBeGreaterThanOrEqual(rectOf(notice).bottom);
});

async function openOverList(): Promise<void> {
  await start(<ListPage resource={user} drawer />, '/sys/user/list?record=7');
  await expect.element(page.getByRole('dialog', { name: '查看用户' }).getByRole('button', { name: '编辑' })).toBeVisible();
  await page.getByRole('dialog', { name: '查看用户' }).getByRole('button', { name: '编辑' }).click();
  await expect.element(page.getByRole('dialog', { name: '编辑用户' })).toBeVisible();
}
