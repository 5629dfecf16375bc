import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ignoreComposition } from './ignore-composition.ts';
import { ListPage } from '../../crud/pages/list-page.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '../../testing/sample.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';

/** A key event as browsers send it while an input method handles the key. */
const pressComposing = (field: Element, key: string): boolean =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }));

ignoreComposition();

test('a key handled by the input method does not close a form', async () => {
  const rows = rowsOf(user, { userAccount: 'zhang', userName: '张三', userStatus: '正常', version: 1 });
  stubServer({
    ...stubList(user, rows),
    'GET /api/sys/user/select/1': rows[0],
    'POST /api/live/watch': { version: 1 },
    'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'], gender: ['男', '女'] }),
  });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list?record=1' });
  await page.getByRole('dialog', { name: '查看用户' }).getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '编辑用户' });
  await expect.element(form.getByRole('textbox', { name: '姓名' })).toBeVisible();
  const name = form.getByRole('textbox', { name: '姓名' }).element();
  pressComposing(name, 'Escape');
  await new Promise((later) => setTimeout(later, 300));
  await expect.element(form).toBeVisible();
  // A later Escape of its own still works.
  name.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  await expect.element(form).not.toBeInTheDocument();
});
