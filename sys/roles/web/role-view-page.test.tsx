import { functionNode } from '@back-office/web/testing/function-node.ts';
import { choose } from '@back-office/web/testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '@back-office/web/testing/sample.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { setPermissions } from '@back-office/web/testing/set-permissions.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { role } from '../role.ts';
import { RoleListPage } from './role-list-page.tsx';
import { RoleViewPage } from './role-view-page.tsx';

const clerk = { id: '7', version: 3, roleName: '文员', roleCode: 'clerk', roleStatus: '正常', dataScope: '本人', sysOrgIds: [] };
const users = { id: 'users', functionName: '用户列表', functionPermission: 'read,export', functionComponent: 'sys/user/list' };
const answers = {
  'GET /api/sys/role/select/7': clerk,
  'GET /api/sys/function/select-functions': [functionNode(users)],
  'GET /api/sys/function/select-role-functions': [],
  'GET /api/sys/role/select-roles': [
    { id: '7', roleName: '文员', roleCode: 'clerk' },
    { id: '8', roleName: '主管', roleCode: 'chief' },
    { id: '1', roleName: '管理员', roleCode: 'admin' },
  ],
  'GET /api/sys/role/select-reach/7': { dataScope: '本人', orgs: [], more: 0, hidden: false, holders: 2 },
  'POST /api/live/watch': { version: 3 },
};
const both = 'POST /api/sys/role/save-authorization';
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const save = page.getByRole('button', { name: '保存', exact: true });
const changes = page.getByRole('dialog', { name: '确认“文员”的授权变更' });
const drawEditing = async (more: Record<string, unknown>): Promise<Call[]> => {
  const calls = stubServer({ ...answers, ...more });
  await draw(<RoleViewPage />, { at: '/sys/role/view/7?edit=1' });
  return calls;
};

test('the admin role can be viewed, but not edited or deleted', async () => {
  stubServer(stubList(role, rowsOf(role, { roleName: '管理员', roleCode: 'admin' }, { roleName: '文员', roleCode: 'clerk' })));
  await draw(<RoleListPage />, { at: '/sys/role/list' });
  const row = (name: string) => page.getByRole('row', { name });
  await expect.element(row('文员').getByRole('button', { name: '编辑' })).toBeVisible();
  await expect.element(row('管理员').getByRole('button', { name: '查看' })).toBeVisible();
  await expect.element(row('管理员').getByRole('button', { name: /编辑|删除/ })).not.toBeInTheDocument();
});

describe('editing', () => {
  test('organisations are picked only for the data scope 自定义', async () => {
    await drawEditing({
      'GET /api/sys/dict/select-tree': dictionaries({ data_scope: ['本人', '自定义'] }),
    });
    const orgs = page.getByRole('combobox', { name: '自定义机构' });
    await expect.element(page.getByText('数据范围为“自定义”时选择')).toBeVisible();
    await expect.element(orgs).not.toBeInTheDocument();
    const scope = page.getByRole('combobox', { name: '数据范围' });
    await scope.click();
    await choose('自定义');
    await expect.element(orgs).toBeVisible();
    await scope.click();
    await choose('本人');
    await expect.element(orgs).not.toBeInTheDocument();
  });

  test('keeps its one 保存 when the right to edit is taken away', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/role': 'read,edit', 'sys/user': 'read,export' } });
    await drawEditing({});
    await box('用户列表 查看').click();
    const hint = page.getByText('点击上方“保存”，与角色信息一起保存');
    await expect.element(hint).toBeVisible();
    setPermissions('sys/role', 'read');
    await expect.element(page.getByRole('status').filter({ hasText: '您没有修改角色的权限' })).toBeVisible();
    await expect.element(hint).toBeVisible();
    expect(page.getByRole('button', { name: '保存授权' }).elements()).toEqual([]);
  });

  test('one 保存 sends the role and its grants together, after listing the grant changes', async () => {
    const calls = await drawEditing({ [both]: ({ body }: Call) => ({ ...(body as object), role: { ...clerk, version: 4 } }) });
    await box('用户列表 查看').click();
    await expect.element(page.getByText('点击上方“保存”，与角色信息一起保存')).toBeVisible();
    await page.getByRole('textbox', { name: '角色名称' }).fill('文书');
    await save.click();
    await expect.element(changes.getByRole('listitem')).toMatchTextContent('用户列表新增：查看');
    await changes.getByRole('button', { name: '保存' }).click();
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('save-authorization'))?.body).toEqual({
      role: { id: '7', version: 3, roleName: '文书' },
      functions: [{ id: 'users', functionPermission: 'read' }],
      before: [],
    });
    await expect.element(box('用户列表 查看')).toBeChecked();
    await expect.element(page.getByText('尚未保存')).not.toBeInTheDocument();
  });

  test('if only ticks have changed, only the grants are saved', async () => {
    const calls = await drawEditing({
      'POST /api/sys/function/save-role-functions': ({ body }: Call) => (body as { functions: unknown }).functions,
    });
    await box('用户列表 导出').click();
    await save.click();
    await changes.getByRole('button', { name: '保存' }).click();
    await expect.element(page.getByRole('button', { name: '编辑', exact: true })).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toContain('/api/sys/function/save-role-functions');
    expect(calls.some(({ path }) => path.endsWith('save-authorization'))).toBe(false);
  });

  test('what another person granted between reading and saving is kept', async () => {
    const theirs = [{ id: 'users', functionPermission: 'read' }];
    let standing: unknown = [];
    const calls = await drawEditing({
      'GET /api/sys/function/select-role-functions': () => standing,
      'POST /api/sys/function/save-role-functions': ({ body }: Call) => {
        if (standing === theirs) return (body as { functions: unknown }).functions;
        standing = theirs;
        throw new Refusal('conflict', '授权已被他人修改，请刷新后重试', { conflict: 'version', current: { functions: theirs } });
      },
    });
    await box('用户列表 导出').click();
    await save.click();
    await changes.getByRole('button', { name: '保存' }).click();
    await expect.element(page.getByRole('button', { name: '编辑', exact: true })).toBeVisible();
    const sent = calls.filter(({ path, method }) => method === 'POST' && path.endsWith('save-role-functions')).map(({ body }) => body);
    expect(sent).toEqual([
      { functions: [{ id: 'users', functionPermission: 'export' }], before: [] },
      { functions: [{ id: 'users', functionPermission: 'read,export' }], before: theirs },
    ]);
    await expect.element(box('用户列表 查看')).toBeChecked();
  });

  test('if other people change the grants at every attempt, the form keeps its input and shows why nothing was saved', async () => {
    const calls = await drawEditing({
      [both]: () => {
        throw new Refusal('conflict', '授权已被他人修改，请刷新后重试', { conflict: 'version', current: { functions: [] } });
      },
    });
    await box('用户列表 查看').click();
    await page.getByRole('textbox', { name: '角色名称' }).fill('文书');
    await save.click();
    await changes.getByRole('button', { name: '保存' }).click();
    await expect.element(page.getByText('授权已被他人修改，请刷新后重试')).toBeVisible();
    expect(calls.filter(({ path }) => path.endsWith('save-authorization'))).toHaveLength(4);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: '角色名称' })).toHaveValue('文书');
    await expect.element(box('用户列表 查看')).toBeChecked();
  });

  test('返回修改 sends nothing and keeps the edited fields and the ticks', async () => {
    await drawEditing({});
    await box('用户列表 查看').click();
    await page.getByRole('textbox', { name: '角色名称' }).fill('文书');
    await save.click();
    await changes.getByRole('button', { name: '返回修改' }).click();
    await expect.element(box('用户列表 查看')).toBeChecked();
    await expect.element(page.getByRole('textbox', { name: '角色名称' })).toHaveValue('文书');
  });

  test('if another person has changed the role, role and grants stay unsaved until the conflict is resolved', async () => {
    const current = { ...clerk, version: 4, roleName: '别人' };
    let first = true;
    const calls = await drawEditing({
      [both]: ({ body }: Call) => {
        if (!first) return { ...(body as object), role: { ...clerk, version: 5 } };
        first = false;
        throw new Refusal('conflict', undefined, { conflict: 'version', current });
      },
    });
    await box('用户列表 查看').click();
    await page.getByRole('textbox', { name: '角色名称' }).fill('文书');
    await save.click();
    await changes.getByRole('button', { name: '保存' }).click();
    const conflict = page.getByRole('dialog', { name: '数据已被他人修改' });
    await conflict.getByRole('button', { name: '按选择保存' }).click();
    await changes.getByRole('button', { name: '保存' }).click();
    await expect.element(page.getByText('保存成功')).toBeVisible();
    const versions = calls.filter(({ path }) => path.endsWith('save-authorization')).map(({ body }) => (body as { role: object }).role);
    expect(versions).toEqual([
      { id: '7', version: 3, roleName: '文书' },
      { id: '7', version: 4, roleName: '文书' },
    ]);
  });
});

describe('compared with another role', () => {
  const granted = ({ query }: Call) => [{ id: 'users', functionPermission: query.get('sysRoleId') === '8' ? 'read,export' : 'read' }];
  const reach = { dataScope: '自定义', orgs: [{ id: 'a', orgName: '华东分公司', below: 0 }], more: 0, hidden: true, holders: 3 };
  const draw2 = async (): Promise<void> => {
    const notes = { ...functionNode({ ...users, id: 'notes', functionName: '公告列表' }) };
    stubServer({
      ...answers,
      'GET /api/sys/function/select-functions': [functionNode(users), notes],
      'GET /api/sys/function/select-role-functions': granted,
      'GET /api/sys/role/select-reach/8': reach,
    });
    await draw(<RoleViewPage />, { at: '/sys/role/view/7' });
    await page.getByRole('combobox', { name: '对比角色' }).click();
    await expect.element(page.getByRole('option', { name: '管理员' })).not.toBeInTheDocument();
    await page.getByTitle('主管').click();
  };

  test('each tick says whether the other role has it, and differences are counted and can be shown alone', async () => {
    await draw2();
    await expect.element(page.getByText('1 处不同，已标出')).toBeVisible();
    await expect.element(box('用户列表 查看（对比角色有）')).toBeChecked();
    await expect.element(box('用户列表 导出（对比角色有）')).not.toBeChecked();
    await expect.element(box('公告列表 导出（对比角色没有）')).toBeVisible();
    await page.getByRole('checkbox', { name: '仅看不同' }).click();
    await expect.element(page.getByText('公告列表')).not.toBeInTheDocument();
  });

  test('the data that each role reaches is described, with organisation names', async () => {
    await draw2();
    await expect.element(page.getByText('只有自己创建的和自己的数据')).toBeVisible();
    await expect.element(page.getByText('华东分公司')).toBeVisible();
    await expect.element(page.getByText('另有机构不在您的数据范围内')).toBeVisible();
  });
});
