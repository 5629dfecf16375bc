import { draw } from '@back-office/app/testing/web/draw.tsx';
import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { TabScope } from '../../platform/tabs/tab-scope.tsx';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { ViewPage } from '../pages/view-page.tsx';

const zhang = { id: '7', version: 3, userAccount: 'zhang', userName: '张三', userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' };
const drafts = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('draft '));

test('a draft that one window has saved is not put back when what another window typed over it is discarded', async () => {
  stubServer({
    'GET /api/sys/user/select/7': zhang,
    'POST /api/sys/user/save': ({ body }: Call) => ({ ...zhang, ...(body as object), version: 4 }),
    'POST /api/live/watch': { version: 3 },
  });
  const at = '/sys/user/view/7?edit=1';
  const windows = ['一', '二'].map((label) => (
    <section key={label} aria-label={label}>
      <TabScope tab={label} fullPath={at}>
        <ViewPage resource={user} id="7" />
      </TabScope>
    </section>
  ));
  await draw(<>{windows}</>, { at });
  const [first, second] = ['一', '二'].map((name) => page.getByRole('region', { name, exact: true })) as [Locator, Locator];
  await first.getByRole('textbox', { name: '备注' }).fill('写了一半');
  await second.getByRole('textbox', { name: '姓名' }).fill('张无忌');
  await first.getByRole('button', { name: '保存', exact: true }).click();
  await expect.element(page.getByText('保存成功')).toBeVisible();
  expect(drafts()).toHaveLength(1);
  await second.getByRole('button', { name: '返回用户列表' }).click();
  await page.getByRole('button', { name: '放弃', exact: true }).click();
  await expect.poll(drafts).toEqual([]);
});
