import { functionNode } from '@back-office/web/testing/function-node.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GrantPanel } from './grant-panel.tsx';
import type { GrantRecord } from './grant-tree.ts';
import { RoleViewPage } from './role-view-page.tsx';
import { useGrants } from './use-grants.ts';

const users = { id: 'users', functionName: '用户列表', functionPermission: 'read,edit,export', functionComponent: 'sys/user/list' };
const sms = { id: 'sms', functionName: '短信列表', functionPermission: 'read,发送', functionComponent: 'sys/sms/list' };
const [reading, saving] = ['GET /api/sys/function/select-role-functions', 'POST /api/sys/function/save-role-functions'];
/** What the role has now. */
let granted: GrantRecord[];
let calls: Call[];

const Panel = () => <GrantPanel grants={useGrants('7')} roleCode="clerk" roleName="文员" editing={false} />;
const answers = {
  'GET /api/sys/function/select-functions': [functionNode({ id: 'sys', functionName: '系统管理' }, functionNode(users), functionNode(sms))],
  [reading]: () => granted,
  [saving]: ({ body }: Call) => (body as { functions: unknown }).functions,
};
const start = (already: GrantRecord[]) => {
  granted = already;
  calls = stubServer(answers);
  return draw(<Panel />);
};
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const save = page.getByRole('button', { name: '保存授权', exact: true });
const dialog = page.getByRole('dialog');
const foot = page.getByRole('status').filter({ hasText: '尚未保存' });

describe('what another administrator has granted or removed since', () => {
  test('is shown, and counts as no change of the person’s', async () => {
    const { queries } = await start([{ id: 'users', functionPermission: 'read' }]);
    await box('用户列表 导出').click();
    granted = [{ id: 'sms', functionPermission: 'read' }];
    await queries.refetchQueries();
    await expect.element(box('短信列表 查看')).toBeChecked();
    await expect.element(box('用户列表 查看')).not.toBeChecked();
    await expect.element(box('用户列表 导出')).toBeChecked();
    await save.click();
    await expect.element(dialog.getByRole('listitem')).toMatchTextContent('系统管理 / 用户列表新增：导出');
    await dialog.getByRole('button', { name: '保存授权' }).click();
    await expect.element(page.getByText('授权已保存')).toBeVisible();
    const functions = [
      { id: 'users', functionPermission: 'export' },
      { id: 'sms', functionPermission: 'read' },
    ];
    const sent = calls.find(({ path }) => path.endsWith('/save-role-functions'));
    expect(sent?.body).toEqual({ functions: expect.arrayContaining(functions), before: granted });
  });

  test('is no change any more if it is the same', async () => {
    const { queries } = await start([]);
    await box('用户列表 查看').click();
    await expect.element(foot).toBeVisible();
    granted = [{ id: 'users', functionPermission: 'read' }];
    await queries.refetchQueries();
    await expect.element(foot).not.toBeInTheDocument();
    await expect.element(box('用户列表 查看')).toBeChecked();
  });
});

test('what is ticked while the role is being saved stays, as an unsaved change and in a draft', async () => {
  const drafts = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('draft '));
  const clerk = { id: '7', version: 3, roleName: '文员', roleCode: 'clerk', roleStatus: '正常', dataScope: '本人', sysOrgIds: [] };
  granted = [];
  const saved = [{ id: 'users', functionPermission: 'read' }];
  const { answer, release } = deferredAnswer({ role: { ...clerk, version: 4, roleName: '文书' }, functions: saved });
  calls = stubServer({
    ...answers,
    'GET /api/sys/role/select/7': clerk,
    'GET /api/sys/role/select-roles': [],
    'GET /api/sys/role/select-reach/7': { dataScope: '本人', orgs: [], more: 0, hidden: false, holders: 2 },
    'POST /api/live/watch': { version: 3 },
    'POST /api/sys/role/save-authorization': answer,
  });
  await draw(<RoleViewPage />, { at: '/sys/role/view/7?edit=1' });
  await box('用户列表 查看').click();
  await page.getByRole('textbox', { name: '角色名称' }).fill('文书');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => calls.filter(({ path }) => path.endsWith('/save-authorization'))).toHaveLength(1);
  await box('短信列表 查看').click();
  granted = saved;
  release();
  await expect.element(page.getByText('保存成功')).toBeVisible();
  await expect.element(save).toBeVisible();
  await expect.element(box('用户列表 查看')).toBeChecked();
  await expect.element(box('短信列表 查看')).toBeChecked();
  await expect.poll(drafts).toHaveLength(1);
  await save.click();
  await expect.element(dialog.getByRole('listitem')).toMatchTextContent('系统管理 / 短信列表新增：查看');
  await dialog.getByRole('button', { name: '返回修改' }).click();
  await box('短信列表 查看').click();
  await expect.element(foot).not.toBeInTheDocument();
  await expect.poll(drafts).toEqual([]);
});
