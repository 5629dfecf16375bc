import { openAcme } from '@back-office/app/testing/web/acme.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { type Call, stubServer } from '@back-office/web/testing/stub-server.ts';
import type { PaletteEntry } from '@back-office/web/shell/routing/shell-feature.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CommandPalette } from './command-palette.tsx';

const closed = vi.fn();
const drawPalette = (...palette: PaletteEntry[]) =>
  draw(<CommandPalette routes={sessionStore.get().routes ?? []} typed="" onClose={closed} />, {
    modules: openAcme({ shell: { palette } }),
  });
const type = (text: string) => page.getByRole('combobox').fill(text);
const commands = () => page.getByRole('group', { name: '命令' });

beforeEach(() => {
  sessionStorage.removeItem('recent-finds');
  closed.mockReset();
  stubServer({ 'GET /api/sys/search': { groups: [] } });
});

test('built-in commands are found by pinyin and lead to their pages', async () => {
  const { address } = await drawPalette();
  await type('dczx');
  await expect.element(commands()).toMatchTextContent('导出中心');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/exports');
});

test('with an empty query the palette lists recently used entries, commands and pages', async () => {
  signInAs({ routes });
  const run = vi.fn();
  const again = await drawPalette({ name: 'box', title: '整理盒子', order: 5, icon: 'lock', keys: 'Ctrl B', run });
  await expect.element(commands().getByRole('option', { name: '整理盒子 Ctrl B' })).toBeVisible();
  await page.getByRole('option', { name: /整理盒子/ }).click();
  expect(run).toHaveBeenCalledOnce();
  await again.unmount();
  await drawPalette({ name: 'box', title: '整理盒子', order: 99, run });
  await expect.element(page.getByRole('group', { name: '最近使用' }).getByRole('option', { name: '整理盒子' })).toBeVisible();
  await expect.element(commands().getByRole('option', { name: '导出中心' })).toBeVisible();
  await expect.element(page.getByRole('group', { name: '菜单' }).getByRole('option', { name: '用户管理' })).toBeVisible();
});

test('the search box stays in place, however many results there are', async () => {
  await drawPalette();
  const top = () => page.getByRole('combobox').element().getBoundingClientRect().top;
  await expect.element(commands()).toBeVisible();
  const before = top();
  await type('没有这样的东西');
  await expect.element(page.getByText('没有找到符合的内容')).toBeVisible();
  expect(top()).toBe(before);
});

const routes: RouteRecord[] = [
  {
    path: '/sys/user',
    name: 'sys/user',
    meta: { title: '用户管理', icon: 'user' },
    children: ['list', 'view/:id'].map((end) => ({
      path: `/sys/user/${end}`,
      name: end,
      component: `sys/user/${end.slice(0, 4)}`,
      hidden: true,
      meta: { title: end },
    })),
  },
];

test('commands to add and export records are offered only with the right and a page for it', async () => {
  const offered = () => [...document.querySelectorAll('[role="option"] .find-label')].map(({ textContent }) => textContent);
  // 导出中心 leads to the exports that were made.
  for (const [permission, exports, adds] of [
    ['export', ['导出中心', '导出用户'], []],
    ['add', ['导出中心'], ['新增用户']],
  ] as const) {
    signInAs({ account: 'somebody', grants: { 'sys/user': permission, 'sys/org': permission }, routes });
    const { unmount } = await drawPalette();
    await type('导出');
    await expect.poll(offered).toEqual(exports);
    await type('新增');
    await expect.poll(offered).toEqual(adds);
    await unmount();
  }
  const { address } = await drawPalette();
  await type('新增');
  await expect.poll(offered).toEqual(['新增用户']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/sys/user/view/new');
});

test('the export command starts an export of all visible records and opens the page where exports are downloaded', async () => {
  signInAs({ routes });
  const calls = stubServer({
    'GET /api/sys/search': { groups: [] },
    'POST /api/sys/user/export': { id: '1', total: 3 },
  });
  const { address } = await drawPalette();
  await type('daochuyonghu');
  await page.getByRole('option', { name: '导出用户' }).click();
  await expect.poll(address).toBe('/exports');
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

const wang = { id: '7', label: '王伟', detail: 'wangwei' };

test('a password is reset for a person found by name', async () => {
  signInAs({ routes });
  const calls = stubServer({
    'GET /api/sys/search': ({ query }: Call) => ({
      groups: [
        // People found by an earlier text must not be offered.
        { resource: 'sys/user', title: '用户', items: [query.get('q') === '王' ? wang : { ...wang, label: '王府井' }], more: false },
        { resource: 'sys/org', title: '机构', items: [{ id: '8', label: '王府', detail: '1' }], more: false },
      ],
    }),
    'PUT /api/sys/user/reset-password/7': { oneTimePassword: 'Once-Only-1' },
  });
  await drawPalette();
  await type('重置');
  await expect.poll(() => calls.at(-1)?.query.get('q')).toBe('重置');
  await commands()
    .getByRole('option', { name: /^重置密码…/ })
    .click();
  const box = page.getByRole('combobox');
  await expect.element(box).toHaveValue('重置密码 ');
  await box.fill('重置密码 王');
  await page.getByRole('option', { name: /^重置密码：/ }).click();
  expect(calls.at(-1)?.query.get('q')).toBe('王');
  const question = page.getByRole('dialog', { name: '重置“王伟”的密码？' });
  await question.getByRole('button', { name: '重置密码' }).click();
  await expect.element(page.getByText('Once-Only-1')).toBeVisible();
});

test('a company’s own command is offered only with the right that it requires', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/org': 'read' } });
  const run = vi.fn();
  await drawPalette(
    { name: 'box', title: '整理盒子', order: 5, right: { resource: 'sys/org', permission: 'read' }, run },
    { name: 'bag', title: '整理袋子', order: 6, right: { resource: 'sys/user', permission: 'read' }, run },
  );
  await type('zhengli');
  await expect.element(commands()).toMatchTextContent('整理盒子');
  expect(commands().getByRole('option').elements()).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  expect(run).toHaveBeenCalledOnce();
  expect(closed).toHaveBeenCalledOnce();
});

test('a command that fails is reported, and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce();
  await drawPalette({ name: 'box', title: '整理盒子', order: 5, run });
  await type('整理');
  await page.getByRole('option', { name: '整理盒子' }).click();
  const question = page.getByRole('dialog', { name: '“整理盒子”没有执行成功' });
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: '重试' }).click();
  await expect.poll(() => run.mock.calls.length).toBe(2);
});
