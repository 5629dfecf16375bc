import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { rowsOf } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ViewPage } from './view-page.tsx';

const [zhang] = rowsOf(user, { userAccount: 'zhang', userName: '张三', userPhone: '13800138000' });
const answers = {
  'GET /api/sys/user/select/1': zhang,
  'POST /api/live/watch': { version: 1 },
  'DELETE /api/live/watch/1': null,
};
const drawRecord = () => draw(<ViewPage resource={user} id="1" />, { at: '/sys/user/view/1' });

test('E starts editing and Ctrl+S saves, wherever the focus is', async () => {
  const calls = stubServer({ ...answers, 'POST /api/sys/user/save': { ...zhang, version: 2, userName: '张三丰' } });
  const { address } = await drawRecord();
  await expect.element(page.getByText('13800138000')).toBeVisible();
  await userEvent.keyboard('e');
  await expect.element(page.getByRole('textbox', { name: '账号' })).toHaveFocus();
  const name = page.getByRole('textbox', { name: '姓名' });
  await name.fill('张三丰');
  // In an input it is just a letter.
  await userEvent.type(name, 'e{Backspace}');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(() => calls.filter(({ path }) => path === '/api/sys/user/save')).toHaveLength(1);
  await expect.poll(address).toBe('/sys/user/view/1');
});

test('E does nothing if the person cannot edit', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/user': 'read' } });
  stubServer({ ...answers, 'GET /api/sys/user/select-history/1': [] });
  const { address } = await drawRecord();
  await expect.element(page.getByText('13800138000')).toBeVisible();
  await userEvent.keyboard('e');
  // A form would have replaced the tabs by the time that one of them has opened.
  await page.getByRole('tab', { name: '变更历史' }).click();
  await expect.element(page.getByText('还没有变更记录')).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  expect(address()).toBe('/sys/user/view/1');
});

test.each([
  ['saved', '保存'],
  ['left', '返回用户列表'],
])('the focus moves to the heading when the form is %s, and not out of the page', async (_, button) => {
  stubServer({ ...answers, 'POST /api/sys/user/save': { ...zhang, version: 2 } });
  const heading = (
    <h1 key="heading" tabIndex={-1}>
      用户信息
    </h1>
  );
  await draw([heading, <ViewPage key="view" resource={user} id="1" />], { at: '/sys/user/view/1?edit=1' });
  await expect.element(page.getByRole('textbox', { name: '姓名' })).toHaveValue('张三');
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect.element(page.getByRole('button', { name: '编辑' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '用户信息' })).toHaveFocus();
});
