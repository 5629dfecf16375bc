import { role } from '@back-office/sys/roles/role.ts';
import { user } from '@back-office/sys/users/user.ts';
import { expect, onTestFinished, test } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { manyRows, stubList } from '../../testing/stub-list.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

const density = 'PUT /api/sys/user/preference/density';
const columns = 'PUT /api/sys/user/preference/columns.sys.user';
const drawUsers = async (count = 40, preferences: unknown = {}): Promise<Call[]> => {
  const calls = stubServer({
    ...stubList(user, manyRows(user, count)),
    'GET /api/sys/user/preference': preferences,
    [density]: null,
    [columns]: null,
  });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=50' });
  await expect.poll(() => document.querySelectorAll('.ant-table-row').length).toBe(count);
  // The last part to appear, as its code is a separate chunk: until then the table may be rendered again.
  await expect.element(page.getByText(`共 ${count} 条`)).toBeVisible();
  return calls;
};
const top = (element: Element | null): number => element?.getBoundingClientRect().top ?? Number.NaN;
const header = (name: string): HTMLElement => page.getByRole('columnheader', { name, exact: true }).element() as HTMLElement;
const rowHeight = (): number => document.querySelector('.ant-table-row')?.getBoundingClientRect().height ?? 0;
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the table header stays below the toolbar while the rows are scrolled', async () => {
  await drawUsers();
  scrollTo({ top: 600, behavior: 'instant' });
  await expect.poll(() => top(header('姓名'))).toBe(page.getByRole('toolbar').element().getBoundingClientRect().bottom);
  expect(top(document.querySelector('.ant-table-row'))).toBeLessThan(0);
  scrollTo({ top: 0, behavior: 'instant' });
});

test('for screen readers a list is one table that contains its headers and its cells', async () => {
  await drawUsers(2);
  const table = page.getByRole('table', { name: '用户列表' });
  await expect.element(table).toBeVisible();
  await expect.element(table.getByRole('columnheader', { name: '姓名' })).toBeVisible();
  await expect.element(table.getByRole('row', { name: '甲2' }).getByRole('cell', { name: '甲2', exact: true })).toBeVisible();
  await expect.element(page.getByRole('table').nth(1)).not.toBeInTheDocument();
});

test('the table scrolls sideways to a header that is focused by keyboard', async () => {
  await drawUsers(2);
  const left = (part: string): number => document.querySelector(`.ant-table-${part}`)?.scrollLeft ?? 0;
  // Rows appear before their columns have widths; the table cannot scroll sideways until then.
  await expect.poll(() => document.querySelector('.ant-table-body')?.hasAttribute('tabindex')).toBe(true);
  expect(left('body')).toBe(0);
  header('创建时间').focus();
  await expect.poll(() => left('body')).toBeGreaterThan(0);
  // The header follows the rows on the scroll event.
  await expect.poll(() => left('header')).toBe(left('body'));
  await expect
    .poll(() => header('创建时间').getBoundingClientRect().right)
    .toBeLessThanOrEqual(header('操作').getBoundingClientRect().left + 1);
});

test('scrolled sideways, the table keeps the name in view, and a scrollbar at the bottom of the window', async () => {
  await drawUsers();
  await expect.poll(() => document.querySelector('.ant-table-sticky-scroll')?.getBoundingClientRect().bottom).toBe(innerHeight);
  document.querySelector('.ant-table-body')?.scrollTo({ left: 4000, behavior: 'instant' });
  await expect.poll(() => header('状态').getBoundingClientRect().left).toBeLessThan(header('姓名').getBoundingClientRect().right - 60);
  await expect.element(page.getByRole('cell', { name: '甲1', exact: true })).toBeInViewport();
});

test('wider than the window, the table keeps its header and its outer columns in place, and does not widen the page', async () => {
  await drawUsers();
  const body = document.querySelector('.ant-table-body');
  const left = (name: string): number => header(name).getBoundingClientRect().left;
  await expect.poll(() => body?.hasAttribute('tabindex')).toBe(true);
  const [name, actions, phone] = [left('姓名'), left('操作'), left('手机号')];
  scrollTo({ top: 600, behavior: 'instant' });
  body?.scrollTo({ left: 4000, behavior: 'instant' });
  await expect.poll(() => left('手机号')).toBeLessThan(phone);
  expect([left('姓名'), left('操作')]).toEqual([name, actions]);
  for (const at of ['姓名', '操作']) expect(top(header(at))).toBe(page.getByRole('toolbar').element().getBoundingClientRect().bottom);
  const cells = [...document.querySelectorAll('.ant-table-row:last-child td')].map((cell) => cell.getBoundingClientRect());
  expect(cells.at(-1)?.left).toBe(actions);
  expect(cells.some(({ left: cell }) => cell === name)).toBe(true);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  scrollTo({ top: 0, behavior: 'instant' });
});

test('pinned columns have a shadow on a side where other columns are scrolled beneath them', async () => {
  await drawUsers(2);
  const body = document.querySelector('.ant-table-body');
  // The opacity of the shadow.
  const shade = (name: string): number =>
    Number(/rgba\(0, 0, 0, ([\d.]+)\)/.exec(getComputedStyle(header(name), '::after').boxShadow)?.[1] ?? 0);
  expect(shade('操作')).toBeGreaterThan(0.15);
  expect(shade('姓名')).toBe(0);
  body?.scrollTo({ left: 4000, behavior: 'instant' });
  await expect.poll(() => shade('姓名')).toBeGreaterThan(0.15);
  await expect.poll(() => shade('操作')).toBe(0);
});

test('a column is pinned in the column settings, which are saved', async () => {
  const calls = await drawUsers(2);
  await button('列设置').click();
  const pin = page.getByRole('button', { name: '固定手机号' });
  await expect.element(pin).toHaveAttribute('aria-pressed', 'false');
  await expect.element(button('固定姓名')).toHaveAttribute('aria-pressed', 'true');
  await pin.click();
  await expect.poll(() => getComputedStyle(header('手机号')).position).toBe('sticky');
  await button('固定姓名').click();
  await expect.poll(() => getComputedStyle(header('姓名')).position).not.toBe('sticky');
  const kept = (): unknown => (calls.filter(({ method }) => method === 'PUT').at(-1)?.body as { value: unknown } | undefined)?.value;
  await expect.poll(kept).toEqual(
    expect.arrayContaining([
      { name: 'userPhone', pinned: true },
      { name: 'userName', pinned: false },
    ]),
  );
});

test('rows are as dense as the person chose, in every list', async () => {
  const calls = await drawUsers(2);
  const usual = rowHeight();
  const press = (name: string) => page.getByRole('radiogroup', { name: '表格密度' }).getByText(name).click();
  await button('列设置').click();
  await press('宽松');
  await expect.poll(rowHeight).toBeGreaterThan(usual);
  await press('紧凑');
  await expect.poll(rowHeight).toBeLessThan(usual);
  expect(calls.at(-1)).toMatchObject({ method: 'PUT', path: '/api/sys/user/preference/density', body: { value: 'compact' } });
  await cleanup();
  stubServer({ ...stubList(role, manyRows(role, 3)), [density]: null });
  await draw(<ListPage resource={role} />, { at: '/sys/role/list' });
  await expect.poll(() => document.querySelectorAll('.ant-table-row').length).toBe(3);
  const compact = rowHeight();
  await button('列设置').click();
  await press('标准');
  await expect.poll(rowHeight).toBeGreaterThan(compact);
});

test('a table in full screen takes the whole window, until Escape', async () => {
  await drawUsers(2);
  await button('表格全屏').click();
  const head = (): string => getComputedStyle(document.documentElement).getPropertyValue('--head');
  expect(head()).toBe('0px');
  await expect.element(button('退出表格全屏')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('表格全屏')).toBeVisible();
  expect(head()).not.toBe('0px');
});

test('a table in full screen stays so when rows are ticked, and ends where the window has no room for it', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await drawUsers(2);
  await button('表格全屏').click();
  const full = (): boolean => document.documentElement.hasAttribute('data-full-table');
  await page.getByLabelText('选择甲1', { exact: true }).click();
  await expect.element(page.getByText('已选 1 项')).toBeVisible();
  await expect.element(button('退出表格全屏')).toBeVisible();
  expect(full()).toBe(true);
  await button('取消选择').click();
  await expect.element(button('新增')).toBeVisible();
  expect(full()).toBe(true);
  await page.viewport(390, 844);
  await expect.poll(full).toBe(false);
});

test('刷新 keeps the focus when the last ticked row is gone', async () => {
  await drawUsers(2);
  const box = page.getByLabelText('选择甲1', { exact: true });
  await box.click();
  await expect.element(page.getByText('已选 1 项')).toBeVisible();
  (button('刷新').element() as HTMLElement).focus();
  // As a refresh does that finds the row no more.
  (box.element() as HTMLElement).click();
  await expect.element(button('新增')).toBeVisible();
  await expect.element(button('刷新')).toHaveFocus();
});

test('a table of few rows reaches down to the bottom of the window, without scrolling', async () => {
  await drawUsers(2);
  await expect.poll(() => document.querySelector('.ant-pagination')?.getBoundingClientRect().bottom).toBeGreaterThan(innerHeight - 40);
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight);
});

test('with rows ticked, the toolbar shows their actions and 刷新, all matching rows can be ticked, and nothing moves', async () => {
  await drawUsers(40);
  stubServer({ ...stubList(user, manyRows(user, 70)), 'GET /api/sys/user/preference': {} });
  await button('刷新').click();
  await expect.element(page.getByText('共 70 条')).toBeVisible();
  const before = top(document.querySelector('.ant-table-row'));
  await page.getByLabelText('选择甲1', { exact: true }).click();
  await expect.element(page.getByText('已选 1 项')).toBeVisible();
  await expect.element(button('新增')).not.toBeInTheDocument();
  await expect.element(button('刷新')).toBeVisible();
  expect(top(document.querySelector('.ant-table-row'))).toBe(before);
  await button('全选 70 条').click();
  await expect.element(page.getByText('已选 70 项')).toBeVisible();
  await button('取消选择').click();
  await expect.element(button('新增')).toBeVisible();
});
