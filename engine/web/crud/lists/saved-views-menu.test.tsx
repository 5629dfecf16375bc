import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ListPage } from '../pages/list-page.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { dictionaries } from '../../testing/sample.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';

const people = rowsOf(user, { userName: '张三', userStatus: '正常' }, { userName: '李四', userStatus: '停用' });
const stopped = { id: 'a', name: '停用的人', query: 'eq=userStatus%3A%E5%81%9C%E7%94%A8' };
const normal = { id: 'b', name: '正常的人', query: 'eq=userStatus%3A%E6%AD%A3%E5%B8%B8' };
const put = 'PUT /api/sys/user/preference/views.sys.user';

const stubWith = (views: unknown, answers: Record<string, unknown> = {}): Call[] =>
  stubServer({
    ...stubList(user, people),
    'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'] }),
    'GET /api/sys/user/preference': views === undefined ? {} : { 'views.sys.user': views },
    [put]: null,
    ...answers,
  });
const drawUsers = (search = '') => draw(<ListPage resource={user} />, { at: `/sys/user/list${search}` });
const names = (): string[] => [...document.querySelectorAll('.ant-table-row .list-name-text')].map(({ textContent }) => textContent ?? '');
const kept = (calls: readonly Call[]): unknown =>
  (calls.filter(({ method }) => method === 'PUT').at(-1)?.body as { value?: unknown } | undefined)?.value;
const menu = page.getByRole('button', { name: /^常用筛选/ });
const entry = (name: string) => page.getByRole('menuitem', { name });

test('what the list shows is saved as a view under a name', async () => {
  const calls = stubWith(undefined);
  await drawUsers('?eq=userStatus:停用&sort=userName:asc');
  await expect.poll(names).toEqual(['李四']);
  await menu.click();
  await entry('保存当前筛选…').click();
  const dialog = page.getByRole('dialog', { name: '保存当前筛选' });
  await dialog.getByLabelText('名称').fill('停用的人');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('已保存')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const [view] = (kept(calls) as { views: { name: string; query: string }[] }).views;
  expect(view?.name).toBe('停用的人');
  expect(Object.fromEntries(new URLSearchParams(view?.query))).toMatchObject({ eq: 'userStatus:停用', sort: 'userName:asc' });
  // The button names the active view.
  await expect.element(menu).toHaveAccessibleName('常用筛选：停用的人');
});

test('a view is saved once, however often Enter is pressed meanwhile', async () => {
  const { answer, release } = deferredAnswer(null);
  const calls = stubWith(undefined, { [put]: answer });
  await drawUsers('?eq=userStatus:停用');
  await menu.click();
  await entry('保存当前筛选…').click();
  const name = page.getByRole('dialog', { name: '保存当前筛选' }).getByLabelText('名称');
  await name.fill('停用的人');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.poll(() => calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  release();
  await expect.element(name).not.toBeInTheDocument();
  await expect.poll(() => document.querySelectorAll('.ant-message-success').length).toBe(1);
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('the dialog focuses the name, so that it can be typed at once', async () => {
  stubWith(undefined);
  await drawUsers();
  await menu.click();
  await entry('保存当前筛选…').click();
  const name = page.getByRole('dialog', { name: '保存当前筛选' }).getByLabelText('名称');
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('我的');
  await expect.element(name).toHaveValue('我的');
});

test('a name is required, and the name of an existing view warns that it will be replaced', async () => {
  stubWith({ views: [stopped] });
  await drawUsers();
  await menu.click();
  await entry('保存当前筛选…').click();
  const dialog = page.getByRole('dialog', { name: '保存当前筛选' });
  await dialog.getByLabelText('名称').fill('  ');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('请输入名称')).toBeVisible();
  await dialog.getByLabelText('名称').fill('停用的人');
  await expect.element(dialog.getByText('已有同名的常用筛选，保存后将替换它。')).toBeVisible();
  await dialog.getByLabelText('名称').fill('长'.repeat(31));
  await expect.element(dialog.getByText('名称不能超过 30 个字符')).toBeVisible();
});

test('a failed save leaves the input in the dialog', async () => {
  stubWith(undefined, {
    [put]: () => {
      throw new Refusal('refused', '内容过大');
    },
  });
  await drawUsers();
  await menu.click();
  await entry('保存当前筛选…').click();
  await page.getByRole('dialog').getByLabelText('名称').fill('我的');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('内容过大')).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: '保存当前筛选' }).getByLabelText('名称')).toHaveValue('我的');
});

test('a view is chosen from the menu, and 全部 shows everything again', async () => {
  stubWith({ views: [stopped, normal] });
  const { address } = await drawUsers();
  await expect.poll(names).toEqual(['张三', '李四']);
  await menu.click();
  await entry('停用的人').click();
  await expect.poll(names).toEqual(['李四']);
  await expect.element(menu).toHaveAccessibleName('常用筛选：停用的人');
  await menu.click();
  await entry('全部，不筛选').click();
  await expect.poll(names).toEqual(['张三', '李四']);
  expect(address()).toBe('/sys/user/list');
});

test('a list opens with the person’s default view, and everything can still be shown', async () => {
  stubWith({ views: [stopped], usual: 'a' });
  const { address } = await drawUsers();
  await expect.poll(names).toEqual(['李四']);
  await menu.click();
  await expect.element(page.getByRole('menuitem', { name: /停用的人.*默认/ })).toBeVisible();
  await entry('全部，不筛选').click();
  await expect.poll(names).toEqual(['张三', '李四']);
  expect(address()).toContain('view=all');
});

test('an address with filters of its own is not overridden by the default view', async () => {
  stubWith({ views: [stopped], usual: 'a' });
  await drawUsers('?eq=userStatus:正常');
  await expect.poll(names).toEqual(['张三']);
});

test('views are renamed, deleted and made the default, all of it on 确定', async () => {
  const calls = stubWith({ views: [stopped, normal] });
  await drawUsers();
  await menu.click();
  await entry('管理常用筛选…').click();
  const dialog = page.getByRole('dialog', { name: '管理常用筛选' });
  await dialog.getByRole('button', { name: '删除正常的人' }).click();
  await dialog.getByRole('radio', { name: '默认使用停用的人' }).click();
  await dialog.getByRole('textbox').first().fill('已停用');
  expect(kept(calls)).toBe(undefined);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect.element(page.getByText('已保存')).toBeVisible();
  expect(kept(calls)).toEqual({ views: [{ ...stopped, name: '已停用' }], usual: 'a' });
});

test('two views with the same name are refused', async () => {
  stubWith({ views: [stopped, normal] });
  await drawUsers();
  await menu.click();
  await entry('管理常用筛选…').click();
  const dialog = page.getByRole('dialog', { name: '管理常用筛选' });
  await dialog.getByRole('textbox').first().fill('正常的人');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('名称不能重复');
  await expect.element(dialog.getByRole('button', { name: '确定' })).toBeDisabled();
});

test('a view saved in another window meanwhile is not lost', async () => {
  let stored: unknown = { 'views.sys.user': { views: [stopped] } };
  const calls = stubWith(undefined, { 'GET /api/sys/user/preference': () => stored });
  await drawUsers();
  await menu.click();
  await entry('管理常用筛选…').click();
  stored = { 'views.sys.user': { views: [stopped, normal] } };
  await page.getByRole('dialog').getByRole('textbox').first().fill('已停用');
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect.poll(() => kept(calls)).toEqual({ views: [{ ...stopped, name: '已停用' }, normal] });
});

test('Escape closes the menu and returns the focus', async () => {
  stubWith({ views: [stopped] });
  await drawUsers();
  await menu.click();
  await expect.element(entry('停用的人')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).toHaveFocus();
});

test('choosing with Enter closes the menu, which stays closed', async () => {
  stubWith({ views: [stopped] });
  await drawUsers();
  await expect.poll(names).toEqual(['张三', '李四']);
  (menu.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(entry('停用的人')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(names).toEqual(['李四']);
  await expect.element(entry('停用的人')).not.toBeInTheDocument();
});

const tabs = page.getByRole('navigation', { name: '常用筛选' });

test('views are tabs with counts from a single call, and the address names the active one', async () => {
  const calls = stubWith({ views: [stopped, normal] });
  const { address } = await drawUsers();
  await expect.element(tabs.getByRole('link', { name: '全部 2 条' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: '停用的人 1 条' }).click();
  await expect.poll(names).toEqual(['李四']);
  await expect.element(tabs.getByRole('link', { name: '停用的人' })).toHaveAttribute('aria-current', 'page');
  expect(new URLSearchParams(address().split('?')[1]).get('view')).toBe('a');
  await page.getByRole('columnheader', { name: '账号' }).click();
  await expect.poll(address).toContain('sort=');
  // A change of the order keeps the view; a change of the filters does not.
  expect(new URLSearchParams(address().split('?')[1]).get('view')).toBe('a');
  await page.getByRole('button', { name: '移除筛选状态' }).click();
  await expect.poll(names).toEqual(['张三', '李四']);
  expect(address()).not.toContain('view=a');
  const asked = calls.filter(({ path }) => path.endsWith('/select-counts'));
  expect(asked.map(({ query }) => query.getAll('of'))).toEqual([['', stopped.query, normal.query]]);
});

test('an address with only the id of a view shows it', async () => {
  stubWith({ views: [stopped, normal] });
  await drawUsers('?view=b');
  await expect.poll(names).toEqual(['张三']);
});

test('a list without views has no tabs and requests no counts', async () => {
  const calls = stubWith(undefined);
  await drawUsers();
  await expect.poll(names).toEqual(['张三', '李四']);
  await expect.element(tabs).not.toBeInTheDocument();
  expect(calls.some(({ path }) => path.endsWith('/select-counts'))).toBe(false);
});

test('views are reordered by keyboard', async () => {
  const calls = stubWith({ views: [stopped, normal] });
  await drawUsers();
  await menu.click();
  await entry('管理常用筛选…').click();
  const down = page.getByRole('dialog').getByRole('button', { name: '下移停用的人' });
  (down.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(down).toHaveFocus();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect.poll(() => kept(calls)).toEqual({ views: [normal, stopped] });
});
