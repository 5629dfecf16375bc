import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { wordsOfButtons } from '@back-office/web/testing/words-of-buttons.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { user } from '../user.ts';
import { UserListPage } from './user-list-page.tsx';

const people = rowsOf(
  user,
  { version: 3, userAccount: 'admin', userName: '系统管理员', userStatus: '正常', twoStep: '是' },
  { version: 4, userAccount: 'zhang', userName: '张三', userStatus: '正常', twoStep: '是' },
  { version: 5, userAccount: 'li', userName: '李四', userStatus: '待审核', twoStep: '否' },
  { version: 6, userAccount: 'wang', userName: '王五', userStatus: '已拒绝', twoStep: '否' },
);
let calls: Call[];
const start = (more: Record<string, unknown> = {}): void => {
  calls = stubServer({ ...stubList(user, people), ...more });
};
const drawUsers = (at = '/sys/user/list') => draw(<UserListPage />, { at });
const row = (name: string) => page.getByRole('row', { name });
/** The actions in a row, and those in its menu. */
const offered = async (name: string): Promise<string[]> => {
  const words = wordsOfButtons(row(name).last());
  const more = page.getByRole('button', { name: `更多${name}` }).last();
  if (more.elements().length === 0) return words;
  await more.click();
  const items = page.getByRole('menuitem');
  await expect.element(items.first()).toBeVisible();
  const rest = items.elements().map(({ textContent }) => textContent ?? '');
  await userEvent.keyboard('{Escape}');
  await expect.element(items.first()).not.toBeInTheDocument();
  return [...words, ...rest];
};
const press = async (name: string, word: string): Promise<void> => {
  await page.getByRole('button', { name: `更多${name}` }).click();
  await page.getByRole('menuitem', { name: word }).click();
};
const puts = (): Call[] => calls.filter(({ method }) => method === 'PUT');
const dialog = (name: string) => page.getByRole('dialog', { name });

beforeEach(() => start());

describe('the actions offered', () => {
  test('depend on the state of the account: approving, refusing, resetting the second factor', async () => {
    await drawUsers();
    await expect.element(row('李四')).toBeVisible();
    expect(await offered('李四')).toEqual(expect.arrayContaining(['通过', '拒绝']));
    expect(await offered('王五')).toContain('通过');
    expect(await offered('王五')).not.toContain('拒绝');
    expect(await offered('张三')).toContain('重置两步验证');
    expect(await offered('张三')).not.toContain('通过');
    expect(await offered('李四')).not.toContain('重置两步验证');
  });

  test('do not include resetting one’s own second factor, for which the personal centre asks for a code', async () => {
    const id = signInAs();
    calls = stubServer(
      stubList(user, [
        { ...people[0], id, version: 3 },
        { ...people[1], id: '2', version: 4 },
      ]),
    );
    await drawUsers();
    await expect.element(row('系统管理员')).toBeVisible();
    expect(await offered('系统管理员')).not.toContain('重置两步验证');
    expect(await offered('张三')).toContain('重置两步验证');
  });

  test('do not include deleting the account admin, nor, except for administrators, editing it', async () => {
    await drawUsers();
    await expect.element(row('系统管理员')).toBeVisible();
    expect(await offered('系统管理员')).toContain('编辑');
    expect(await offered('系统管理员')).not.toContain('删除');
    signInAs({ account: 'somebody', grants: { 'sys/user': 'write' } });
    await drawUsers();
    await expect.poll(() => offered('张三')).toContain('编辑');
    expect(await offered('系统管理员')).toEqual(['查看']);
  });

  test('do not include deleting one’s own account, or disabling it with its switch', async () => {
    const me = signInAs({ account: 'somebody', grants: { 'sys/user': 'write' } });
    const another = { ...people[2], id: '9', version: 1, userStatus: '停用' };
    calls = stubServer(stubList(user, [{ ...people[1], id: me, version: 1 }, another]));
    await drawUsers();
    await expect.poll(() => offered('张三')).toContain('编辑');
    expect(await offered('张三')).not.toContain('删除');
    expect(page.getByRole('switch').elements()).toHaveLength(1);
    await expect.element(page.getByRole('switch', { name: '李四的状态：停用' })).toBeVisible();
  });

  test('include no decision for a person who may only read, nor the number of applicants', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/user': 'read' } });
    await drawUsers();
    await expect.poll(() => offered('李四')).toEqual(['查看']);
    await expect.element(page.getByRole('button', { name: /^待审核/ })).not.toBeInTheDocument();
    expect(calls.some(({ query }) => query.get('limit') === '1')).toBe(false);
  });
});

describe('an applicant', () => {
  test('is counted on a button that lists all applicants', async () => {
    const { address } = await drawUsers();
    await page.getByRole('button', { name: '待审核（1）' }).click();
    expect(decodeURIComponent(address())).toBe('/sys/user/list?eq=userStatus:待审核');
    await expect.element(row('张三')).not.toBeInTheDocument();
    await expect.element(row('李四')).toBeVisible();
  });

  test('is approved after a confirmation that says what they still lack', async () => {
    start({ 'PUT /api/sys/user/approve/3': null });
    await drawUsers();
    await press('李四', '通过');
    await expect.element(dialog('通过注册申请')).toMatchTextContent('“李四（li）”将可以登录。新账号没有角色');
    expect(puts()).toEqual([]);
    await dialog('通过注册申请').getByRole('button', { name: '通过' }).click();
    await expect.element(page.getByText('已通过，可以登录了')).toBeVisible();
    expect(puts().map(({ body }) => body)).toEqual([{ version: 5 }]);
  });

  test('already decided on by somebody else is reported, the dialog closes, and the list reloads', async () => {
    start({
      'PUT /api/sys/user/approve/3': () => {
        throw new Refusal('conflict', '该申请已被他人处理');
      },
    });
    await drawUsers();
    await press('李四', '通过');
    const before = calls.length;
    await dialog('通过注册申请').getByRole('button', { name: '通过' }).click();
    await expect.element(page.getByText('该申请已被他人处理')).toBeVisible();
    await expect.element(dialog('通过注册申请')).not.toBeInTheDocument();
    await expect.poll(() => calls.slice(before).filter(({ path }) => path.endsWith('/select-page')).length).toBeGreaterThan(0);
  });

  test('is refused with a reason, which is mandatory', async () => {
    start({ 'PUT /api/sys/user/refuse/3': null });
    await drawUsers();
    await press('李四', '拒绝');
    const refusing = dialog('拒绝注册申请');
    await expect.element(refusing.getByRole('textbox', { name: '拒绝原因' })).toHaveFocus();
    await refusing.getByRole('textbox').fill('  ');
    await refusing.getByRole('button', { name: '拒绝' }).click();
    await expect.element(refusing.getByText('请填写拒绝原因')).toBeVisible();
    await refusing.getByRole('textbox').fill('不是本单位的人');
    await refusing.getByRole('button', { name: '拒绝' }).click();
    await expect.element(page.getByText('已拒绝', { exact: true }).first()).toBeVisible();
    expect(puts().map(({ body }) => body)).toEqual([{ version: 5, reason: '不是本单位的人' }]);
    await expect.element(refusing).not.toBeInTheDocument();
  });

  test('who can no longer be refused leaves the dialog open, with the typed reason', async () => {
    start({
      'PUT /api/sys/user/refuse/3': () => {
        throw new Refusal('conflict', '已被他人处理');
      },
    });
    await drawUsers();
    await press('李四', '拒绝');
    const refusing = dialog('拒绝注册申请');
    await refusing.getByRole('textbox').fill('不认识');
    await refusing.getByRole('button', { name: '拒绝' }).click();
    await expect.element(refusing.getByRole('alert').first()).toMatchTextContent('已被他人处理');
    await expect.element(refusing.getByRole('textbox')).toHaveValue('不认识');
    await refusing.getByRole('button', { name: '取消' }).click();
    await expect.element(refusing).not.toBeInTheDocument();
  });
});

test('a second factor is reset after a confirmation that focuses 取消', async () => {
  start({ 'PUT /api/sys/user/reset-two-step/2': null });
  await drawUsers();
  await press('张三', '重置两步验证');
  const asking = dialog('重置两步验证');
  await expect.element(asking).toMatchTextContent('请先确认确是“张三”本人丢失了设备');
  await expect.element(asking.getByRole('button', { name: '取消' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(asking).not.toBeInTheDocument();
  expect(puts()).toEqual([]);
  await press('张三', '重置两步验证');
  await asking.getByRole('button', { name: '重置', exact: true }).click();
  await expect.element(page.getByText('已重置')).toBeVisible();
  expect(puts()).toHaveLength(1);
});

test('a refusal to reset a second factor is reported, and the dialog closes', async () => {
  start({
    'PUT /api/sys/user/reset-two-step/2': () => {
      throw new Refusal('notPermitted', '不能重置权限更高的人');
    },
  });
  await drawUsers();
  await press('张三', '重置两步验证');
  await dialog('重置两步验证').getByRole('button', { name: '重置', exact: true }).click();
  await expect.element(page.getByText('不能重置权限更高的人')).toBeVisible();
  await expect.element(dialog('重置两步验证')).not.toBeInTheDocument();
});
