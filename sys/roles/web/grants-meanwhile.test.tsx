import { functionNode } from '@back-office/web/testing/function-node.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GrantPanel } from './grant-panel.tsx';
import type { GrantRecord } from './grant-tree.ts';
import { useGrants } from './use-grants.ts';

const users = { id: 'users', functionName: '用户列表', functionPermission: 'read,edit,export', functionComponent: 'sys/user/list' };
const sms = { id: 'sms', functionName: '短信列表', functionPermission: 'read,发送', functionComponent: 'sys/sms/list' };
const [reading, saving] = ['GET /api/sys/function/select-role-functions', 'POST /api/sys/function/save-role-functions'];
/** What the role has now. */
let granted: GrantRecord[];
let calls: Call[];

const Panel = () => <GrantPanel grants={useGrants('7')} roleCode="clerk" roleName="文员" editing={false} />;
const start = (already: GrantRecord[]) => {
  granted = already;
  calls = stubServer({
    'GET /api/sys/function/select-functions': [
      functionNode({ id: 'sys', functionName: '系统管理' }, functionNode(users), functionNode(sms)),
    ],
    [reading]: () => granted,
    [saving]: ({ body }: Call) => (body as { functions: unknown }).functions,
  });
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
