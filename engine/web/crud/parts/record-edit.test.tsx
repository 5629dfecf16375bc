import { draw } from '@back-office/app/testing/web/draw.tsx';
import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { dictionaries } from '../../testing/sample.ts';
import { setPermissions } from '../../testing/set-permissions.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

const people = rowsOf(
  user,
  { userAccount: 'li', userName: '李四', userStatus: '正常', version: 1 },
  { userAccount: 'wang', userName: '王五', userStatus: '正常', version: 1 },
);
const name = page.getByRole('dialog', { name: '编辑用户' }).getByRole('textbox', { name: '姓名' });
const edit = async (person: string): Promise<void> => {
  await page.getByRole('link', { name: person, exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: '查看用户' }).getByRole('button', { name: '编辑' })).toBeVisible();
  await userEvent.keyboard('e');
  await expect.element(name).toHaveValue(person);
};

test('a form that was left while it is saved does not close that of another record when its answer arrives', async () => {
  const save = deferredAnswer({ ...people[0], version: 2 });
  stubServer({
    ...stubList(user, people),
    'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'], gender: ['男', '女'] }),
    ...Object.fromEntries(people.map((row) => [`GET /api/sys/user/select/${row.id}`, row])),
    'POST /api/live/watch': { version: 1 },
    'POST /api/sys/user/save': save.answer,
  });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await edit('李四');
  await name.fill('别人');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByRole('button', { name: '取消', exact: true })).toBeDisabled();
  await page.getByRole('link', { name: '王五', exact: true }).click();
  await page.getByRole('dialog', { name: '放弃已填写的内容？' }).getByRole('button', { name: '放弃' }).click();
  await edit('王五');
  await name.fill('王五五');
  save.release();
  await expect.element(page.getByText('保存成功')).toBeVisible();
  await expect.element(name).toHaveValue('王五五');
});

const expectTold = (words: string) => expect.element(page.getByRole('status').filter({ hasText: words })).toBeVisible();

test('a form beside its list says above its fields that it can no longer be saved, as that of a page does, and keeps what was typed', async () => {
  const [li] = people;
  let stored: object = { ...li };
  signInAs({ account: 'somebody', grants: { 'sys/user': 'read,edit' } });
  stubServer({
    ...stubList(user, people),
    'GET /api/sys/user/select/1': () => stored,
    'POST /api/live/watch': { version: 1 },
    'DELETE /api/live/watch/1': null,
  });
  const { queries } = await draw(<ListPage resource={user} editable={({ userStatus }) => userStatus !== '停用'} />, {
    at: '/sys/user/list',
  });
  await edit('李四');
  await name.fill('别人');
  setPermissions('sys/user', 'read');
  await expectTold('您没有修改用户的权限');
  setPermissions('sys/user', 'read,edit');
  await expect.element(page.getByText('您没有修改用户的权限')).not.toBeInTheDocument();
  stored = { ...li, userStatus: '停用' };
  await queries.invalidateQueries();
  await expectTold('这条数据现在不能修改');
  await expect.element(name).toHaveValue('别人');
});
