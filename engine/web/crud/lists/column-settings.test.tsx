import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ListPage } from '../pages/list-page.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { escapeOnceDragged } from '../../testing/escape-once-dragged.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';

let calls: Call[];
const columns = 'PUT /api/sys/user/preference/columns.sys.user';
const stubWith = (preferences: unknown): void => {
  calls = stubServer({ ...stubList(user, rowsOf(user, {})), 'GET /api/sys/user/preference': preferences, [columns]: null });
};

beforeEach(() => stubWith({}));

const drawUsers = (search = '') => draw(<ListPage resource={user} />, { at: `/sys/user/list${search}` });
const usual = user.list.length - (user.listOptions?.hidden?.length ?? 0);
const headers = (): string[] => [...document.querySelectorAll('th[data-column]')].map(({ textContent }) => textContent ?? '');
const kept = (): unknown => (calls.filter(({ method }) => method === 'PUT').at(-1)?.body as { value?: unknown } | undefined)?.value;
const drawer = page.getByRole('dialog', { name: '列设置' });
const open = async (): Promise<void> => {
  await page.getByRole('button', { name: '列设置' }).click();
  await expect.element(drawer).toBeVisible();
};
const boxOf = (name: string): DOMRect => page.getByRole('columnheader', { name, exact: true }).element().getBoundingClientRect();

test('a column is hidden as soon as it is unticked, and that is saved for the person', async () => {
  const { address } = await drawUsers();
  await expect.poll(headers).toHaveLength(usual);
  await open();
  await drawer.getByRole('checkbox', { name: '邮箱' }).click();
  await expect.poll(headers).not.toContain('邮箱');
  await expect.poll(kept).toContainEqual({ name: 'userEmail', hidden: true });
  expect(address()).toContain('columns=');
});

test('the last visible column cannot be unticked', async () => {
  await drawUsers('?columns=userName');
  await expect.poll(headers).toEqual(['姓名']);
  await open();
  await expect.element(drawer.getByRole('checkbox', { name: '姓名' })).toBeDisabled();
  await expect.element(drawer.getByRole('checkbox', { name: '账号' })).toBeEnabled();
});

test('arrow keys on a grip move its column, keep the focus, and announce the new position', async () => {
  await drawUsers();
  await open();
  const grip = drawer.getByRole('button', { name: '移动状态' });
  (grip.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(drawer.getByRole('status')).toMatchTextContent('状态移到第 1 列');
  await expect.element(grip).toHaveFocus();
  await expect.poll(headers).toEqual(['状态', '姓名', ...headers().slice(2)]);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(drawer.getByRole('status')).toMatchTextContent('状态移到第 1 列');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(drawer.getByRole('status')).toMatchTextContent('状态移到第 3 列');
});

test('a column is moved by dragging its grip', async () => {
  await drawUsers();
  await open();
  await userEvent.dragAndDrop(drawer.getByRole('button', { name: '移动手机号' }), drawer.getByRole('button', { name: '移动姓名' }));
  await expect.poll(() => headers()[0]).toBe('手机号');
  await expect
    .poll(() => (kept() as { name: string }[]).map(({ name }) => name))
    .toEqual(['userPhone', ...user.list.filter((name) => name !== 'userPhone')]);
});

const shownIn = (): string[] =>
  [...document.querySelectorAll('.list-columns > li')].map(({ textContent }) => textContent?.replace('px', '') ?? '');

test('columns can be searched by typing, by keyboard too; they are reordered only in the full list', async () => {
  await drawUsers();
  await open();
  const all = shownIn();
  const search = drawer.getByRole('searchbox', { name: '搜索列' });
  expect(search.elements()).toHaveLength(1);
  await search.fill('时间');
  await expect.poll(shownIn).toEqual(['创建时间']);
  expect(drawer.getByRole('button', { name: /^移动/ }).elements()).toEqual([]);
  await userEvent.tab();
  while (document.activeElement !== drawer.getByRole('checkbox').element()) await userEvent.tab();
  await userEvent.keyboard(' ');
  await expect.poll(headers).not.toContain('创建时间');
  await search.fill('没有这一列');
  await expect.element(drawer.getByText('没有符合的列')).toBeVisible();
  await search.clear();
  await expect.poll(shownIn).toEqual(all);
  await expect.element(drawer.getByRole('button', { name: '移动姓名' })).toBeVisible();
});

test('Escape during a drag leaves the columns where they were and the drawer open, and the next drag is the first that is saved', async () => {
  await drawUsers();
  await open();
  const [phone, name] = [drawer.getByRole('button', { name: '移动手机号' }), drawer.getByRole('button', { name: '移动姓名' })];
  escapeOnceDragged();
  await userEvent.dragAndDrop(phone, name);
  expect(headers()[0]).toBe('姓名');
  await userEvent.dragAndDrop(phone, name);
  await expect.poll(() => headers()[0]).toBe('手机号');
  await expect.element(drawer).toBeVisible();
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('dragging a column to the edge of the view scrolls the following ones into view', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(1440, 420);
  await drawUsers();
  await open();
  const grip = drawer.getByRole('button', { name: '移动姓名' }).element();
  const drag = (type: string, clientY: number) =>
    (type === 'pointerdown' ? grip : window).dispatchEvent(new PointerEvent(type, { clientX: 1200, clientY, button: 0, bubbles: true }));
  drag('pointerdown', grip.getBoundingClientRect().top);
  const last = user.list.length - 1;
  await expect
    .poll(() => {
      drag('pointermove', innerHeight - 30);
      return drawer.getByRole('listitem').elements()[last]?.getBoundingClientRect().bottom;
    })
    .toBeLessThanOrEqual(innerHeight);
  drag('pointerup', innerHeight - 30);
  await expect.poll(() => (kept() as { name: string }[]).findIndex(({ name }) => name === 'userName')).toBeGreaterThan(last - 2);
});

test('a typed width is applied once it is valid', async () => {
  await drawUsers();
  await open();
  const width = drawer.getByRole('spinbutton', { name: '姓名列宽' });
  await width.fill('3');
  expect(kept()).toBe(undefined);
  await width.fill('300');
  await expect.poll(() => Math.round(boxOf('姓名').width)).toBe(300);
  await expect.poll(kept).toContainEqual({ name: 'userName', width: 300 });
});

test('dragging the edge of a header resizes its column and does not sort', async () => {
  await drawUsers();
  await expect.poll(headers).toHaveLength(usual);
  const before = Math.round(boxOf('手机号').width);
  const edge = document.querySelector('[data-edge="userPhone"]');
  await userEvent.dragAndDrop(edge ?? document.body, page.getByRole('columnheader', { name: '机构', exact: true }));
  await expect.poll(() => Math.round(boxOf('手机号').width)).toBeGreaterThan(before + 40);
  await expect.element(page.getByRole('columnheader', { name: '手机号' })).not.toHaveAttribute('aria-sort');
  await expect.poll(kept).toContainEqual({ name: 'userPhone', width: Math.round(boxOf('手机号').width) });
});

test('saved columns are restored on another machine, and written into the address', async () => {
  stubWith({
    'columns.sys.user': [
      { name: 'userStatus' },
      { name: 'userName', width: 260 },
      ...user.list.filter((name) => !['userStatus', 'userName'].includes(name)).map((name) => ({ name, hidden: true })),
    ],
  });
  const { address } = await drawUsers();
  await expect.poll(headers).toEqual(['状态', '姓名']);
  expect(Math.round(boxOf('姓名').width)).toBe(260);
  await expect.poll(address).toContain('columns=userStatus%2CuserName');
});

test('a link that names columns overrides the person’s choice without changing it', async () => {
  stubWith({ 'columns.sys.user': user.list.map((name) => ({ name, ...(name === 'userName' ? {} : { hidden: true }) })) });
  await drawUsers('?columns=userAccount,userEmail');
  await expect.poll(headers).toEqual(['账号', '邮箱']);
  expect(kept()).toBe(undefined);
});

test('恢复默认 shows the columns as declared and deletes the saved choice', async () => {
  stubWith({ 'columns.sys.user': user.list.map((name) => ({ name, ...(name === 'userName' ? {} : { hidden: true }) })) });
  const { address } = await drawUsers();
  await expect.poll(headers).toEqual(['姓名']);
  await open();
  await drawer.getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(headers).toHaveLength(usual);
  await expect.poll(kept).toBe(null);
  await expect.poll(address).toBe('/sys/user/list');
});

test('Escape closes the settings and returns the focus', async () => {
  await drawUsers();
  await open();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '列设置' })).toHaveFocus();
});

test('a column that is declared hidden is shown when ticked, and that is saved', async () => {
  await drawUsers();
  await expect.poll(headers).not.toContain('性别');
  await open();
  await drawer.getByRole('checkbox', { name: '性别' }).click();
  await expect.poll(headers).toContain('性别');
  await expect.poll(kept).toContainEqual({ name: 'userGender' });
});
