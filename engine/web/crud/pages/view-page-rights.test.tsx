import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { setPermissions } from '../../testing/set-permissions.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { zhang } from '../../testing/zhang.ts';
import { ViewPage } from './view-page.tsx';

const name = page.getByRole('textbox', { name: '姓名' });

let stored = zhang;

const edit = async (id: string, permissions: string) => {
  stored = zhang;
  signInAs({ account: 'somebody', grants: { 'sys/user': permissions } });
  stubServer({
    'GET /api/sys/user/select/7': () => stored,
    'GET /api/sys/user/create': { userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' },
    'POST /api/live/watch': { version: 3 },
    'DELETE /api/live/watch/7': null,
  });
  return draw(<ViewPage resource={user} id={id} editable={({ userStatus }) => userStatus !== '停用'} />, {
    at: `/sys/user/view/${id}?edit=1`,
  });
};
const change = (permissions: string): void => setPermissions('sys/user', permissions);
const expectTold = (words: string) => expect.element(page.getByRole('status').filter({ hasText: words })).toBeVisible();

test.each([
  ['a record', '7', 'read,edit', 'read', '您没有修改用户的权限'],
  ['a record, if they may still add', '7', 'read,add,edit', 'read,add', '您只能新增用户，没有修改已有用户的权限'],
  ['a new record', 'new', 'read,add', 'read', '您没有新增用户的权限'],
])('the form of %s keeps what was typed when the right to save is taken away, and says so', async (_, id, before, after, words) => {
  await edit(id, before);
  await name.fill('张三丰');
  change(after);
  await expectTold(words);
  await expect.element(name).toHaveValue('张三丰');
  change(before);
  await expect.element(page.getByText(words)).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('张三丰');
});

test('a form that was left is not opened again without the right to save', async () => {
  const { address, go } = await edit('7', 'read,edit');
  await expect.element(name).toHaveValue('张三');
  change('read');
  await page.getByRole('button', { name: '返回用户列表' }).click();
  await expect.poll(address).toBe('/sys/user/view/7');
  await go('/sys/user/view/7?edit=1');
  await expect.element(page.getByText('13800138000')).toBeVisible();
  await expect.element(name).not.toBeInTheDocument();
});

test('that the right to save was taken away is said during the preview too', async () => {
  await edit('7', 'read,edit');
  await page.getByRole('button', { name: '预览' }).click();
  change('read');
  await expectTold('您没有修改用户的权限');
});

test('a form keeps what was typed when its record stops being editable, and says so until it is left', async () => {
  const { queries, address } = await edit('7', 'read,edit');
  await name.fill('张三丰');
  stored = { ...zhang, version: 4, userStatus: '停用' };
  await queries.invalidateQueries();
  await expectTold('这条数据现在不能修改');
  await expect.element(name).toHaveValue('张三丰');
  stored = { ...zhang, version: 5 };
  await queries.invalidateQueries();
  await expect.element(page.getByText('现在不能修改')).not.toBeInTheDocument();
  stored = { ...zhang, version: 6, userStatus: '停用' };
  await queries.invalidateQueries();
  await page.getByRole('button', { name: '返回用户列表' }).click();
  await page.getByRole('button', { name: '放弃', exact: true }).click();
  await expect.poll(address).toBe('/sys/user/view/7');
  await expect.element(page.getByText('13800138000')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '编辑' })).not.toBeInTheDocument();
});

test('a record that is not editable is opened to be read', async () => {
  const drawn = edit('7', 'read,edit');
  stored = { ...zhang, userStatus: '停用' };
  await drawn;
  await expect.element(page.getByText('13800138000')).toBeVisible();
  await expect.element(name).not.toBeInTheDocument();
});

test('a form in which nothing was typed is left when its record stops being editable, such as by an action of its own', async () => {
  const { queries, address } = await edit('7', 'read,edit');
  await expect.element(name).toHaveValue('张三');
  stored = { ...zhang, version: 4, userStatus: '停用' };
  await queries.invalidateQueries();
  await expect.element(name).not.toBeInTheDocument();
  await expect.element(page.getByText('13800138000')).toBeVisible();
  await expect.poll(address).toBe('/sys/user/view/7');
});
