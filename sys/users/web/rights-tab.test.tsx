import type { RightsAnswer } from '@back-office/contract/calls/rights.ts';
import { choose, offered } from '@back-office/web/testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '@back-office/web/testing/sample.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { Refusal, stubServer } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RightsTab } from './rights-tab.tsx';

const right = (permission: string, through: string[], missing: string | null = null) => ({
  permission,
  held: through.length > 0,
  through,
  missing,
});
const rights: RightsAnswer = {
  admin: false,
  userStatus: '正常',
  roles: [
    { id: '1', roleName: '文员', roleStatus: '正常', dataScope: '自定义', orgs: ['总公司', '分公司'] },
    { id: '2', roleName: '旧角色', roleStatus: '停用', dataScope: '本人', orgs: [] },
  ],
  reaches: [
    {
      resource: 'sys/user',
      title: '用户',
      reach: '总公司、分公司',
      through: [
        { roleName: '文员', reach: '总公司' },
        { roleName: '助理', reach: '分公司' },
      ],
    },
    { resource: 'sys/org', title: '机构', reach: '本人', through: [{ roleName: '文员', reach: '本人' }] },
  ],
  functions: [
    { id: 'a', parentId: null, functionName: '系统管理', functionStatus: '正常', permissions: [] },
    {
      id: 'b',
      parentId: 'a',
      functionName: '用户列表',
      functionStatus: '正常',
      permissions: [right('edit', ['文员']), right('read', ['文员']), right('delete', [], '没有角色授予此权限')],
    },
  ],
};
const start = (more: Partial<RightsAnswer> = {}): ReturnType<typeof draw> => {
  stubServer({
    'GET /api/sys/user/select-rights/7': { ...rights, ...more },
    'GET /api/sys/dict/select-tree': dictionaries({ data_scope: ['自定义', '本人'] }),
  });
  return draw(<RightsTab row={{ id: '7' }} />);
};

test('shows what a person may do and through which role, with the path to each function', async () => {
  await start();
  const row = page.getByRole('row', { name: '系统管理 / 用户列表' });
  await expect.element(row.getByRole('cell').nth(1)).toMatchTextContent('查看编辑');
  await expect.element(row).toMatchTextContent('文员');
  await expect.element(row).not.toMatchTextContent('删除');
});

test('shows which data they reach, and what each role contributes if there are several', async () => {
  await start();
  await expect.element(page.getByRole('row', { name: '用户 总公司、分公司' })).toMatchTextContent('文员（总公司）助理（分公司）');
  await expect.element(page.getByRole('row', { name: '机构 本人' }).getByRole('cell').last()).toMatchTextContent(/^文员$/);
});

test('names the roles with their data scopes, and marks a disabled one', async () => {
  await start();
  const roles = page.getByRole('row', { name: '角色' }).first();
  await expect.element(roles).toMatchTextContent('文员（数据范围：自定义，总公司、分公司）');
  await expect.element(roles).toMatchTextContent('旧角色停用（数据范围：本人）');
});

test('links to a role only for people who may read roles and have their page', async () => {
  const meta = { title: '角色管理' };
  const routes = [
    { path: '/sys/role', name: 'role', meta, children: [{ path: '/sys/role/list', name: 'list', component: 'sys/role/list', meta }] },
  ];
  const link = page.getByRole('link', { name: '文员' });
  for (const person of [{ grants: { 'sys/user': 'read' }, routes }, { grants: { 'sys/role': 'read' } }]) {
    signInAs({ account: 'somebody', ...person });
    const { unmount } = await start();
    await expect.element(page.getByText('文员（数据范围')).toBeVisible();
    await expect.element(link).not.toBeInTheDocument();
    await unmount();
  }
  signInAs({ account: 'somebody', grants: { 'sys/role': 'read' }, routes });
  await start();
  await expect.element(link).toHaveAttribute('href', '/sys/role/view/1');
});

test('says that an administrator has all rights, and lists nothing further', async () => {
  await start({ admin: true, reaches: [], functions: [] });
  await expect.element(page.getByRole('alert')).toMatchTextContent('拥有管理员角色，可以使用全部功能和数据。');
  await expect.element(page.getByRole('row', { name: '可见数据' })).toMatchTextContent('全部数据');
  await expect.element(page.getByRole('heading', { name: '可见数据' })).not.toBeInTheDocument();
});

test('warns that the rights of an account that cannot sign in have no effect', async () => {
  await start({ userStatus: '停用' });
  await expect.element(page.getByRole('alert').first()).toMatchTextContent('账号停用，不能登录：以下权限目前都用不上。');
});

test('says so if there are no roles, no data and no permissions', async () => {
  await start({ roles: [], reaches: [], functions: [] });
  await expect.element(page.getByText('没有角色')).toBeVisible();
  await expect.element(page.getByText('没有可见的数据')).toBeVisible();
  await expect.element(page.getByText('没有任何功能权限')).toBeVisible();
});

test('a failure to load the rights is reported with its reason, and can be retried', async () => {
  let broken = true;
  stubServer({
    'GET /api/sys/user/select-rights/7': () => {
      if (broken) throw new Refusal('notPermitted', '不能查看权限更高的人');
      return rights;
    },
  });
  await draw(<RightsTab row={{ id: '7' }} />);
  await expect.element(page.getByRole('heading', { name: '权限加载失败' })).toBeVisible();
  await expect.element(page.getByRole('paragraph').filter({ hasText: '不能查看权限更高的人' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByRole('heading', { name: '拥有的权限' })).toBeVisible();
});

describe('asking about one permission', () => {
  const which = page.getByRole('combobox', { name: '功能' });
  const what = page.getByRole('combobox', { name: '权限' });
  const ask = async (permission: string): Promise<void> => {
    await what.click();
    await choose(permission);
  };

  test('starts with a function, found by pinyin; functions without permissions are not offered', async () => {
    await start();
    await expect.element(what).toBeDisabled();
    await which.click();
    await expect.poll(offered).toEqual(['系统管理 / 用户列表']);
    await userEvent.keyboard('meiyou');
    await expect.poll(offered).toEqual([]);
    await which.fill('yonghu');
    await choose('系统管理 / 用户列表');
    await what.click();
    await expect.poll(offered).toEqual(['查看', '编辑', '删除']);
  });

  test('names the roles that grant it, or what is missing', async () => {
    await start();
    await which.click();
    await choose('系统管理 / 用户列表');
    await ask('编辑');
    const answer = page.getByRole('status');
    await expect.element(answer).toMatchTextContent('拥有“编辑”，来自角色：文员');
    await ask('删除');
    await expect.element(answer).toMatchTextContent('没有“删除”：没有角色授予此权限');
  });
});
