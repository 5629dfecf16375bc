import { dict } from '@back-office/sys/dictionaries/dict.ts';
import { org } from '@back-office/sys/orgs/org.ts';
import { user } from '@back-office/sys/users/user.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { dictionaries } from '../../testing/sample.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

const people = rowsOf(
  user,
  { userAccount: 'zhang', userName: '张三', userStatus: '正常', userPhone: '13800138000', sysOrgId: '9', sysOrgIdLabel: '华东分公司' },
  { userAccount: 'li', userName: '李四', userStatus: '停用' },
);
const words = { 'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'], gender: ['男', '女'] }) };
const card = (name: string) => page.getByRole('row', { name });

describe('a list on a phone', () => {
  test('shows a card for each record: its name, its state, and what distinguishes it', async () => {
    await onPhone();
    stubServer({ ...stubList(user, people), ...words });
    await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
    await expect.element(card('张三')).toMatchTextContent(/张三.*正常.*华东分公司.*13800138000/);
    await expect.element(page.getByText('共 2 条')).toBeVisible();
    expect(document.querySelector('.ant-table')).toBe(null);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    for (const press of [card('张三').getByRole('button', { name: '操作' }), page.getByRole('button', { name: '新增' })]) {
      expect(press.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole('checkbox', { name: '选择李四' }).click();
    await expect.element(page.getByText('已选 1 项')).toBeInTheDocument();
  });

  test('shows the state of each record below its name, however short that is', async () => {
    await onPhone();
    const long = '岚山精密仪器制造有限公司苏州第一工厂电子车间夜班';
    stubServer({ ...stubList(user, rowsOf(user, ...people, { userName: long, userStatus: '正常' })), ...words });
    await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
    await expect.element(card('李四')).toBeVisible();
    for (const [name, state] of [
      ['张三', '正常'],
      ['李四', '停用'],
      [long, '正常'],
    ] as const) {
      const link = card(name).getByRole('link', { name }).element().getBoundingClientRect();
      const below = card(name).getByText(state, { exact: true }).element().getBoundingClientRect();
      expect([below.top >= link.bottom - 2, Math.abs(below.left - link.left) < 3], name).toEqual([true, true]);
    }
  });

  test('truncates nothing that fits in the narrowest window', async () => {
    await onPhone();
    await page.viewport(320, 640);
    stubServer({ ...stubList(user, rowsOf(user, { ...people[0], sysOrgIdLabel: '华东第一营销分公司' })), ...words });
    await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
    await expect.element(card('张三')).toMatchTextContent(/张三.*正常.*华东第一营销分公司.*13800138000/);
    const told = [...document.querySelectorAll('.list-card-more > span')];
    expect(told.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
    const more = document.querySelector('.list-card-more');
    expect(more?.scrollWidth).toBe(more?.clientWidth);
  });

  test.for([org, user])('shows a long name in full, on lines of its own: $title', async (resource) => {
    await onPhone();
    const name = '岚山精密仪器制造有限公司苏州第一工厂电子车间夜班设备与能源组（试运行）';
    stubServer({
      ...stubList(
        resource,
        rowsOf(resource, {
          [resource.label]: name,
          orgCode: 'LS-JM',
          orgLeader: '阿尔祖古丽·热合曼',
          userPhone: '13800138000',
          sysOrgIdLabel: '华东第一营销分公司',
          sysOrgId: '9',
          orgStatus: '正常',
          userStatus: '正常',
        }),
      ),
      ...words,
    });
    await draw(<ListPage resource={resource} />, { at: `/${resource.name}/list` });
    const link = card(name).getByRole('link', { name });
    await expect.element(link).toBeVisible();
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = link.element();
    expect(clientHeight).toBeGreaterThan(30);
    expect([scrollWidth <= clientWidth, scrollHeight <= clientHeight]).toEqual([true, true]);
    expect(link.element().getBoundingClientRect().width).toBeGreaterThan(180);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    // The distinguishing field is on the same line as the state.
    const state = card(name).getByText('正常', { exact: true }).element().getBoundingClientRect();
    const more = document.querySelector('.list-card-more')?.getBoundingClientRect();
    expect(more?.left).toBeGreaterThan(state.right);
    expect(more?.top).toBeLessThan(state.bottom);
    const told = [...document.querySelectorAll('.list-card-more > span')];
    expect(told.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
  });

  test.for([320, 390])('leaves room for the placeholder of the search box in a window of %i', async (width) => {
    await onPhone();
    await page.viewport(width, 640);
    stubServer({ ...stubList(user, people), ...words });
    await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
    const box = page.getByRole('searchbox', { name: '搜索用户' });
    await expect.element(box).toBeVisible();
    const input = box.element() as HTMLInputElement;
    const ink = Object.assign(document.createElement('canvas').getContext('2d') ?? {}, { font: getComputedStyle(input).font });
    expect(input.clientWidth).toBeGreaterThanOrEqual((ink as CanvasRenderingContext2D).measureText(input.placeholder).width);
    const bar = page.getByRole('toolbar').element();
    expect(bar.scrollWidth).toBe(bar.clientWidth);
  });

  test('has its toolbar on one row, and its filters in a sheet', async () => {
    await onPhone();
    stubServer({ ...stubList(user, people), ...words });
    await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
    await expect.element(card('张三')).toBeVisible();
    expect(page.getByRole('toolbar').element().getBoundingClientRect().height).toBeLessThan(70);
    await page.getByRole('button', { name: '添加筛选' }).click();
    const sheet = page.getByRole('dialog', { name: '筛选' });
    await sheet.getByRole('button', { name: '状态' }).click();
    await page.getByRole('menuitem', { name: '停用' }).click();
    await expect.element(card('张三')).not.toBeInTheDocument();
    await expect.element(card('李四')).toBeInTheDocument();
  });

  test('has the rest of its toolbar in a sheet, which closes when an action is pressed', async () => {
    await onPhone();
    stubServer({ ...stubList(user, people), ...words, 'GET /api/sys/user/select-uses/2': [] });
    await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
    await page.getByRole('button', { name: '更多操作' }).click();
    const sheet = page.getByRole('dialog', { name: '更多操作' });
    await expect.element(sheet.getByRole('button', { name: '导出' })).toBeVisible();
    await expect.element(sheet.getByRole('button', { name: '删除' })).not.toBeInTheDocument();
    await sheet.getByRole('button', { name: '刷新' }).click();
    await expect.element(sheet).not.toBeInTheDocument();

    await page.getByRole('checkbox', { name: '选择李四' }).click();
    await page.getByRole('button', { name: '更多操作' }).click();
    await expect.element(sheet.getByRole('button', { name: '批量修改' })).toBeVisible();
    await expect.element(sheet.getByRole('button', { name: '刷新' })).toBeVisible();
    await sheet.getByRole('button', { name: '删除' }).click();
    await expect.element(page.getByRole('dialog', { name: '李四' })).toBeVisible();
  });

  test('renders only the cards near the screen out of ten thousand', async () => {
    await onPhone();
    const many = rowsOf(
      user,
      ...Array.from({ length: 10_000 }, (_, nth) => ({ userAccount: `a${nth}`, userName: `第${nth}人`, userStatus: '正常' })),
    );
    stubServer({ ...stubList(user, many), ...words });
    await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=10000' });
    await expect.element(card('第0人')).toBeVisible();
    expect(page.getByRole('row').elements().length).toBeLessThan(100);
    scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(card('第9999人')).toBeVisible();
    expect(page.getByRole('row').elements().length).toBeLessThan(100);
  });

  test('expands and collapses the nodes of a tree in place', async () => {
    await onPhone();
    const nodes = rowsOf(
      dict,
      { dictLabel: '性别', parentId: null, hasChildren: true },
      { dictLabel: '男', parentId: '1', hasChildren: false },
      { dictLabel: '状态', parentId: null, hasChildren: false },
    );
    stubServer({ ...stubList(dict, nodes), ...words });
    await draw(<ListPage resource={dict} drawer />, { at: '/base/dict/list' });
    await card('性别').getByRole('button', { name: '展开性别' }).click();
    await expect.element(card('男')).toBeVisible();
    await card('性别').getByRole('button', { name: '收起性别' }).click();
    await expect.element(card('男')).not.toBeInTheDocument();
  });
});

test('a card deep in a tree has room for its name, and its actions stay within reach', async () => {
  await onPhone();
  stubServer({ ...stubList(user, people), ...words });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await expect.element(card('张三')).toBeVisible();
  const [low, lower] = [4, 60].map((level) => {
    const element = card('张三').element() as HTMLElement;
    element.style.setProperty('--level', String(level));
    const text = element.querySelector('.list-card-text')?.getBoundingClientRect() ?? new DOMRect();
    return { from: text.left, wide: text.width, press: element.querySelector('[aria-label^=操作]')?.getBoundingClientRect().right };
  });
  expect(lower?.press).toBeLessThanOrEqual(390);
  expect(lower?.wide).toBeGreaterThan(150);
  expect(lower?.from).toBeGreaterThan(low?.from ?? 0);
});

test('cards leave room for an expand button only if some node can be expanded', async () => {
  await onPhone();
  const [flat, above] = rowsOf(dict, { dictLabel: '性别', hasChildren: false }, { dictLabel: '用户状态', hasChildren: true });
  let roots = [flat];
  stubServer({ ...words, ...stubList(dict, []), 'GET /api/sys/dict/select-page': () => ({ items: roots, total: roots.length }) });
  const { queries } = await draw(<ListPage resource={dict} />, { at: '/base/dict/list' });
  await expect.element(card('性别')).toBeVisible();
  expect(document.querySelector('.list-card-fold')).toBe(null);
  roots = [flat, above];
  await queries.invalidateQueries({ queryKey: [dict.name] });
  await expect.element(card('用户状态').getByRole('button', { name: '展开用户状态' })).toBeVisible();
  expect(document.querySelectorAll('.list-card-fold')).toHaveLength(2);
});

test('the levels of a tree are expanded from the toolbar’s sheet, and take up no row above the cards', async () => {
  await onPhone();
  const roots = rowsOf(dict, { dictLabel: '性别', hasChildren: true }, { dictLabel: '用户状态', hasChildren: false });
  stubServer({ ...words, ...stubList(dict, []), 'GET /api/sys/dict/select-page': () => ({ items: roots, total: 2 }) });
  await draw(<ListPage resource={dict} />, { at: '/base/dict/list' });
  await expect.element(card('性别').getByRole('button', { name: '展开性别' })).toBeVisible();
  expect(document.querySelector('.list-filters')?.childElementCount).toBe(0);
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('button', { name: '展开', exact: true }).click();
  await page.getByRole('menuitem', { name: '全部收起' }).click();
  await expect.element(page.getByRole('dialog', { name: '更多操作' })).not.toBeInTheDocument();
});

test('with cards of different heights, scrolling keeps the content in place and reaches the last card', async () => {
  await onPhone();
  const long = '岚山精密仪器制造有限公司苏州第一工厂电子车间夜班设备与能源组';
  // The first card is the tallest.
  const names = Array.from({ length: 300 }, (_none, at) => ({ userName: at % 7 === 0 ? `${long}${at}` : `员工${at}` }));
  stubServer({ ...stubList(user, rowsOf(user, ...names)), ...words });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=500' });
  await expect.element(page.getByText('员工1', { exact: true })).toBeVisible();
  const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.list-card')];
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  await expect.poll(() => cards().at(-1)?.textContent).toContain('员工299');
  await expect.poll(() => cards().at(-1)?.getBoundingClientRect().bottom).toBeLessThan(innerHeight);
  const atEnd = new Set(cards().map(({ dataset }) => dataset['rowKey']));
  const moved: number[] = [];
  for (let step = 0; step < 12; step += 1) {
    const read = cards().find((card) => card.getBoundingClientRect().top > 0);
    const before = (read?.getBoundingClientRect().top ?? 0) + 300;
    scrollBy({ top: -300, behavior: 'instant' });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    if (read !== undefined) moved.push(Math.round(Math.abs(read.getBoundingClientRect().top - before)));
  }
  expect(cards().some(({ dataset }) => !atEnd.has(dataset['rowKey']))).toBe(true);
  expect(Math.max(...moved)).toBeLessThanOrEqual(2);
});
