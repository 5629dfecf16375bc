import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openAcme } from '@back-office/app/testing/web/acme.ts';
import { modules } from '@back-office/app/web/modules.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { TopBar } from './top-bar.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubServer({ 'GET /api/sys/msg/list': { items: [], total: 0, unread: 0, unconfirmed: 0 } });
});

test('an item of the top bar that throws fails alone, and can be retried', async () => {
  let broken = true;
  const Item = () => {
    if (broken) throw new Error('broken on purpose');
    return <button type="button">盘点</button>;
  };
  const modules = openAcme({ shell: { topBar: [{ title: '盘点', order: 15, Item }] } });
  await draw(<TopBar routes={[]} open onToggle={() => undefined} />, { modules });
  const failed = page.getByRole('button', { name: '“盘点”出错了，重试' });
  await expect.element(failed).toBeVisible();
  await expect.element(page.getByRole('button', { name: '查找' })).toBeVisible();
  broken = false;
  await failed.click();
  await expect.element(page.getByRole('button', { name: '盘点', exact: true })).toBeVisible();
});

test('the title of the page fits into the narrowest window', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(320, 640);
  signInAs({ account: 'lin' });
  const at = '/sys/user/list';
  const routes = [{ path: at, name: 'user', component: 'x', meta: { title: '用户管理' } }];
  await draw(<TopBar routes={routes} open={false} onToggle={() => undefined} />, { at, modules });
  await expect.element(page.getByRole('button', { name: '查找' })).toBeVisible();
  const name = page.getByRole('navigation', { name: '面包屑' }).getByText('用户管理');
  // In two lines at most.
  await expect.poll(() => name.element().getBoundingClientRect().height).toBeLessThan(40);
  expect(name.element().scrollWidth).toBeLessThanOrEqual(name.element().clientWidth);
});
