import { functionNode } from '@back-office/web/testing/function-node.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { Refusal, stubServer } from '@back-office/web/testing/stub-server.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GrantPanel } from './grant-panel.tsx';
import { useGrants } from './use-grants.ts';

const users = { id: 'users', functionName: '用户列表', functionPermission: 'read,edit,export', functionComponent: 'sys/user/list' };
const sms = { id: 'sms', functionName: '短信列表', functionPermission: 'read,发送', functionComponent: 'sys/sms/list' };
const tree = [functionNode({ id: 'sys', functionName: '系统管理' }, functionNode(users), functionNode(sms)), functionNode({ id: '帮助' })];
const reading = 'GET /api/sys/function/select-role-functions';

/** Stubs the initial grants, and other answers. */
const answer = (granted: Record<string, string>, more: Record<string, unknown> = {}): void => {
  const records = Object.entries(granted).map(([id, functionPermission]) => ({ id, functionPermission }));
  stubServer({ 'GET /api/sys/function/select-functions': tree, [reading]: records, ...more });
};

function Panel({ roleCode = 'clerk' }: { roleCode?: string }) {
  return <GrantPanel grants={useGrants('7')} roleCode={roleCode} roleName="文员" editing={false} />;
}
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => answer({}));

describe('what cannot be granted', () => {
  const person = (grants: Record<string, string>, account = 'somebody'): void => void signInAs({ account, grants });
  const lacking = '（您自己没有此权限，不能授予）';

  test('is a permission one lacks: its box says why and stays unticked, even if its branch is ticked', async () => {
    person({ 'sys/role': 'read,edit', 'sys/user': 'read' });
    answer({ sms: 'read' });
    await draw(<Panel />);
    const locked = page.getByRole('checkbox', { name: `用户列表 编辑${lacking}` });
    await expect.element(locked).toHaveAttribute('aria-disabled', 'true');
    await locked.click({ force: true });
    await expect.element(locked).not.toBeChecked();
    await box('系统管理').click();
    await expect.element(box('用户列表 查看')).toBeChecked();
    await expect.element(locked).not.toBeChecked();
    // An existing grant may be removed.
    await box('短信列表 查看').click();
    await expect.element(box('短信列表 查看')).not.toBeChecked();
  });

  test.each([
    ['the role of the administrator', 'admin', 'admin', { 'sys/role': 'admin' }, '不能修改。'],
    ['a role, by who may only read', 'clerk', 'somebody', { 'sys/role': 'read' }, '只能查看授权'],
    ['the role that one holds oneself', 'somebody', 'somebody', { 'sys/role': 'edit' }, '您自己拥有此角色'],
  ])('is anything for %s', async (_, roleCode, account, grants, words) => {
    person(grants, account);
    answer({ users: 'read' });
    await draw(<Panel roleCode={roleCode} />);
    await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    const first = page.getByRole('checkbox', { name: /^用户列表 查看/ });
    await expect.element(first).toBeChecked();
    await first.click({ force: true });
    await expect.element(first).toBeChecked();
    const other = page.getByRole('checkbox', { name: /^短信列表 查看/ });
    // The administrator's role has everything, whatever is stored.
    await (roleCode === 'admin' ? expect.element(other).toBeChecked() : expect.element(other).not.toBeChecked());
  });
});

describe('loading and drafts', () => {
  test('a failure to load the grants is reported with its reason, and can be retried', async () => {
    let broken = true;
    answer(
      {},
      {
        [reading]: () => {
          if (broken) throw new Refusal('notPermitted', '不能查看权限更高的角色');
          return [];
        },
      },
    );
    await draw(<Panel />);
    await expect.element(page.getByRole('heading', { name: '授权加载失败' })).toBeVisible();
    await expect.element(page.getByRole('paragraph').filter({ hasText: '不能查看权限更高的角色' })).toBeVisible();
    broken = false;
    await button('重试').click();
    await expect.element(box('用户列表 查看')).toBeVisible();
  });

  test('the panel says when there are no functions yet', async () => {
    answer({}, { 'GET /api/sys/function/select-functions': [] });
    await draw(<Panel />);
    await expect.element(page.getByText('还没有功能')).toBeVisible();
  });

  test('unsaved ticks are offered as a draft, which is applied to the current grants and the ticks made since', async () => {
    answer({ users: 'read' });
    const before = await draw(<Panel />);
    await box('用户列表 导出').click();
    await box('用户列表 查看').click();
    await before.unmount();
    await draw(<Panel />);
    await expect.element(box('用户列表 导出')).not.toBeChecked();
    await box('短信列表 查看').click();
    await button('恢复草稿').click();
    await expect.element(box('用户列表 导出')).toBeChecked();
    await expect.element(box('用户列表 查看')).not.toBeChecked();
    await expect.element(box('短信列表 查看')).toBeChecked();
    await expect.element(button('恢复草稿')).not.toBeInTheDocument();
  });

  test('discarding a draft keeps the ticks made since', async () => {
    const before = await draw(<Panel />);
    await box('用户列表 导出').click();
    await before.unmount();
    await draw(<Panel />);
    await box('短信列表 查看').click();
    await button('丢弃').click();
    await expect.element(box('短信列表 查看')).toBeChecked();
    await expect.element(box('用户列表 导出')).not.toBeChecked();
    await expect.element(button('恢复草稿')).not.toBeInTheDocument();
  });
});
