import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { choose, offered } from '../../testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '../../testing/sample.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { manyRows, rowsOf, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ListPage } from './list-page.tsx';

const people = rowsOf(
  user,
  { userAccount: 'zhang', userName: '张三', userStatus: '正常' },
  { userAccount: 'li', userName: '李四', userStatus: '停用' },
  { userAccount: 'wang', userName: '王五', userStatus: '正常' },
);
const words = { 'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'] }) };
let calls: Call[];

beforeEach(() => {
  calls = stubServer({ ...stubList(user, people), ...words });
});

const drawUsers = (search = '') => draw(<ListPage resource={user} />, { at: `/sys/user/list${search}` });
const names = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-table-row .list-name-text')].map(({ textContent }) => textContent ?? '');
const pages = (): string[] => calls.filter(({ path }) => path.endsWith('/select-page')).map(({ query }) => query.toString());
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the table of a list', () => {
  test('shows the rows and how many there are', async () => {
    await drawUsers();
    await expect.poll(names).toEqual(['张三', '李四', '王五']);
    await expect.element(page.getByText('共 3 条')).toBeVisible();
  });

  test('requests its rows once, and before the table is rendered', async () => {
    const hadTable: boolean[] = [];
    const rows = stubList(user, people);
    const page = 'GET /api/sys/user/select-page';
    const answer = rows[page] as (call: Call) => unknown;
    calls = stubServer({
      ...rows,
      ...words,
      [page]: (call: Call) => (hadTable.push(document.querySelector('.ant-table') !== null), answer(call)),
    });
    await drawUsers();
    await expect.poll(names).toEqual(['张三', '李四', '王五']);
    expect(hadTable).toEqual([false]);
  });

  test('is rendered once there are rows; until then a skeleton keeps its place', async () => {
    const page = 'GET /api/sys/user/select-page';
    let arrive: (answer: unknown) => void = () => undefined;
    calls = stubServer({ ...stubList(user, people), ...words, [page]: () => new Promise((done) => (arrive = done)) });
    await drawUsers();
    await expect.poll(() => document.querySelector('.list-skeleton')).not.toBeNull();
    expect(document.querySelector('.ant-table')).toBeNull();
    arrive({ items: people, total: 3 });
    await expect.poll(names).toEqual(['张三', '李四', '王五']);
    expect(document.querySelector('.list-skeleton')).toBeNull();
  });

  test('is sorted by a click on a header, reversed by a second, and unsorted by a third', async () => {
    const { address } = await drawUsers();
    const header = page.getByRole('columnheader', { name: '账号' });
    await header.click();
    await expect.poll(names).toEqual(['李四', '王五', '张三']);
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
    expect(address()).toContain('sort=userAccount%3Aasc');
    await header.click();
    await expect.poll(names).toEqual(['张三', '王五', '李四']);
    await header.click();
    await expect.poll(address).toBe('/sys/user/list');
  });

  test('shows an estimated number of rows as approximate', async () => {
    stubServer({ 'GET /api/sys/user/select-page': { items: people, total: 120_000, approximate: true }, ...words });
    await drawUsers();
    await expect.element(page.getByText('约 120,000 条')).toBeVisible();
  });

  test('returns to the first page when its query changes, and keeps the page in the address', async () => {
    stubServer({ ...stubList(user, manyRows(user, 45)), ...words });
    const { address } = await drawUsers();
    await page.getByTitle('2', { exact: true }).click();
    await expect.poll(address).toContain('index=1');
    await expect.poll(() => names()[0]).toBe('甲11');
    await page.getByRole('columnheader', { name: '账号' }).click();
    await expect.poll(address).not.toContain('index');
  });

  test('falls back to the last page if the address names one beyond it', async () => {
    stubServer({ ...stubList(user, manyRows(user, 25)), ...words });
    const { address } = await drawUsers('?index=9&limit=20');
    await expect.poll(address).toContain('index=1');
    await expect.poll(() => names()[0]).toBe('甲21');
  });

  test('says that there are no records yet', async () => {
    stubServer({ ...stubList(user, []), ...words });
    await drawUsers();
    await expect.element(page.getByText('还没有用户')).toBeVisible();
  });

  test('offers to clear the search and filters if nothing matches', async () => {
    await drawUsers('?like=userName:赵六');
    await expect.element(page.getByText('没有符合条件的用户')).toBeVisible();
    await button('清除搜索和筛选').click();
    await expect.poll(names).toEqual(['张三', '李四', '王五']);
  });

  test('says so if it cannot be loaded, and can be retried', async () => {
    let broken = true;
    stubServer({
      ...words,
      'GET /api/sys/user/select-page': () => {
        if (broken) throw new Refusal('notPermitted');
        return { items: people, total: 3 };
      },
    });
    await drawUsers();
    await expect.element(page.getByText('用户列表加载失败')).toBeVisible();
    broken = false;
    await button('重试').click();
    await expect.poll(names).toEqual(['张三', '李四', '王五']);
  });

  test('renders only the rows near the screen out of very many, and others on scrolling', async () => {
    stubServer({ ...stubList(user, manyRows(user, 1000)), ...words });
    await drawUsers('?limit=1000');
    await expect.poll(() => names()[0]).toBe('甲1');
    expect(names().length).toBeLessThan(200);
    scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(() => names().at(-1)).toBe('甲1000');
    expect(names()).not.toContain('甲1');
    scrollTo(0, 0);
    await page.getByRole('checkbox', { name: '全选' }).click();
    await expect.element(page.getByText('已选 1,000 项')).toBeVisible();
  });
});

describe('searching and filtering', () => {
  test('Enter in the search box searches the identifying fields, and highlights the matches', async () => {
    const { address } = await drawUsers();
    const box = page.getByLabelText('搜索用户');
    await box.fill(' 李 ');
    expect(pages()).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    await expect.poll(names).toEqual(['李四']);
    expect(new URLSearchParams(address().split('?')[1]).get('search')).toBe('李');
    await expect.poll(() => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['李']);
    await box.fill('li');
    await userEvent.keyboard('{Enter}');
    // The name matches by pinyin, and the account contains the text.
    await expect.poll(() => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['李', 'li']);
  });

  test('a filter is added by field and value, shown as a tag, and removed by its × button', async () => {
    await drawUsers();
    await button('添加筛选').click();
    await page.getByRole('combobox', { name: '筛选字段' }).click();
    await choose('状态');
    await page.getByRole('combobox', { name: '状态' }).click();
    await choose('停用');
    await button('添加').click();
    await expect.poll(names).toEqual(['李四']);
    await expect.element(page.getByRole('group', { name: '当前筛选' })).toMatchTextContent('状态：停用');
    await page.getByRole('button', { name: '移除筛选状态' }).click();
    await expect.poll(names).toEqual(['张三', '李四', '王五']);
  });

  test('a field in use by a filter or by the search box is not offered again', async () => {
    await drawUsers('?eq=userStatus:正常');
    await button('添加筛选').click();
    await page.getByRole('combobox', { name: '筛选字段' }).click();
    await expect.poll(offered).toContain('账号');
    expect(offered()).not.toContain('状态');
    expect(offered()).not.toContain('姓名');
  });

  test('the search box follows the address', async () => {
    const { go } = await drawUsers('?search=李');
    const box = page.getByLabelText('搜索用户');
    await expect.element(box).toHaveValue('李');
    await go('/sys/user/list');
    await expect.element(box).toHaveValue('');
  });

  test('a permanent filter takes one click for its options and one for the choice', async () => {
    const { address } = await drawUsers();
    await button('状态').click();
    await page.getByRole('menuitem', { name: '停用' }).click();
    await expect.poll(names).toEqual(['李四']);
    await expect.element(page.getByRole('group', { name: '当前筛选' })).toMatchTextContent('状态：停用');
    await page.getByRole('button', { name: '状态：停用' }).click();
    await page.getByRole('menuitem', { name: '不限' }).click();
    await expect.poll(address).toBe('/sys/user/list');
  });

  test('several filters are cleared at once', async () => {
    const { address } = await drawUsers('?like=userName:李&eq=userStatus:停用');
    await button('全部清除').click();
    await expect.poll(address).toBe('/sys/user/list');
  });
});

test('a company’s summary above the rows follows the current search and filters', async () => {
  await draw(<ListPage resource={user} summary={(some) => <p>{some.join(' ')}</p>} />, { at: '/sys/user/list?eq=userStatus:停用' });
  await expect.element(page.getByText('eq,userStatus:停用')).toBeVisible();
  await userEvent.type(page.getByRole('searchbox'), '李{Enter}');
  await expect.element(page.getByText('search,李 eq,userStatus:停用')).toBeVisible();
});

describe('permissions', () => {
  const buttons = (): string[] =>
    [...document.querySelectorAll('[role=toolbar] button, .crud-row-actions:first-of-type button')].map(
      ({ textContent }) => textContent ?? '',
    );

  test.each([
    ['read', ['新增', '删除', '导入'], []],
    ['read,add', ['删除', '导入', '编辑'], ['新增']],
    ['read,edit', ['新增', '删除'], ['编辑']],
    ['read,delete', ['新增', '编辑'], ['删除']],
    ['write', [], ['新增', '删除', '导入', '编辑']],
  ])('a person with %s is not offered %j, but is offered %j', async (permission, not, but) => {
    signInAs({ account: 'somebody', grants: { 'sys/user': permission } });
    await drawUsers();
    await expect.element(page.getByRole('row', { name: '张三' })).toBeVisible();
    for (const name of but) expect(buttons()).toContain(name);
    for (const name of not) expect(buttons()).not.toContain(name);
  });

  test('rows cannot be ticked if the person can do nothing with them', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/user': 'read' } });
    await drawUsers();
    await expect.element(page.getByRole('row', { name: '张三' })).toBeVisible();
    await expect.element(page.getByRole('checkbox').first()).not.toBeInTheDocument();
  });
});
