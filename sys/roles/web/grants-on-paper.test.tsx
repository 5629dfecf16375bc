import { functionNode } from '@back-office/web/testing/function-node.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPaper } from '@back-office/web/testing/on-paper.ts';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GrantPanel } from './grant-panel.tsx';
import { useGrants } from './use-grants.ts';

const Panel = () => <GrantPanel grants={useGrants('7')} roleCode="clerk" roleName="文员" editing={false} />;

test('the grants of a role have ticks that are printed, and no tools', async () => {
  const users = { id: 'users', functionName: '用户列表', functionPermission: 'read,edit', functionComponent: 'sys/user/list' };
  stubServer({
    'GET /api/sys/function/select-functions': [functionNode(users)],
    'GET /api/sys/function/select-role-functions': [{ id: 'users', functionPermission: 'read' }],
  });
  await draw(<Panel />);
  const tick = page.getByRole('checkbox', { name: '用户列表 查看', exact: true });
  await expect.element(tick).toBeChecked();
  await onPaper(tick.element());
  // A browser prints no backgrounds, which the tick is on screen.
  expect(getComputedStyle(tick.element()).appearance).toBe('auto');
  await expect.element(page.getByRole('heading', { name: '功能授权' })).toBeVisible();
  await expect.element(page.getByLabelText('搜索功能')).not.toBeVisible();
});
