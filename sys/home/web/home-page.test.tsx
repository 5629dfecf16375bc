import type { WaitingItem } from '@back-office/contract/calls/waiting.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { liveTicket, stubLive } from '@back-office/web/testing/stub-live.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { HomeAnswer } from '../home-answer.ts';
import type { PanelData } from '../statistics.ts';
import { HomePage } from './home-page.tsx';

const days = Array.from({ length: 3 }, (_, at) => `2026-03-0${at + 1} 00:00:00`);
const series = (key: string, label: string, value: number) => ({ key, label, points: days.map((time) => ({ time, value })) });
const data = (more: Partial<PanelData> = {}): PanelData => ({
  panels: [
    { key: 'users', label: '用户总数', value: 12_345 },
    { key: 'newUsers', label: '近30天新增用户', value: 12, previous: 34 },
    { key: 'signIns', label: '今日登录', value: 7, previous: 1200 },
    { key: 'storage', label: '已用存储', value: 5_368_709_120 },
  ],
  series: [series('signIns', '登录成功', 1500), series('signInFailures', '登录失败', 2)],
  ...more,
});
const path = 'GET /api/statistics/select-panel-data';
const beside: HomeAnswer = { today: '2026-03-03', waiting: [], lines: [], recent: [] };
const start = async (answer: unknown = data(), home: unknown = beside): Promise<Call[]> => {
  const calls = stubServer({ ...liveTicket, [path]: answer, 'GET /api/statistics/select-home': home });
  await draw(<HomePage />);
  return calls;
};
const figure = (label: string) => page.getByText(label, { exact: true }).element().closest('.home-panel')?.textContent;
const asked = (calls: Call[]): number => calls.filter((call) => `GET ${call.path}` === path).length;

const child = (to: string, title: string, hidden = false) => ({ path: to, name: to, component: 'x', hidden, meta: { title } });
beforeEach(() => {
  signInAs({
    account: 'lin',
    routes: [
      {
        path: '/sys',
        name: 'sys',
        meta: { title: '系统管理' },
        children: [
          child('/sys/user/list', '用户列表'),
          child('/sys/user/view/:id', '用户信息', true),
          child('https://example.com', '外部'),
        ],
      },
      {
        path: '/base',
        name: 'base',
        hidden: true,
        meta: { title: '日志' },
        children: [
          child('/sys/log-login/list', '登录日志'),
          { ...child('/sys/user/list', '用户'), component: 'sys/user/list' },
          { ...child('/sys/user/view/:id', '用户信息'), component: 'sys/user/view' },
        ],
      },
    ],
  });
});

test('greets the user by name and links to the pages they can use', async () => {
  await start();
  await expect.element(page.getByRole('heading', { name: /(早上|中午|下午|晚上)好|夜深了/ })).toMatchTextContent(/，林小满$/);
  await expect.element(page.getByRole('link', { name: '用户列表' })).toHaveAttribute('href', '/sys/user/list');
  await expect.element(page.getByRole('link', { name: '用户信息' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: '外部' })).not.toBeInTheDocument();
});

describe('the figures', () => {
  test('are formatted for reading, next to those of the previous period', async () => {
    await start();
    await expect.element(page.getByText('用户总数')).toBeVisible();
    expect(figure('用户总数')).toBe('用户总数12,345');
    expect(figure('近30天新增用户')).toBe('近30天新增用户12前30天 34');
    expect(figure('今日登录')).toBe('今日登录7昨日 1,200');
    expect(figure('已用存储')).toBe('已用存储5 GB');
  });

  test('reserve their place while they are loading', async () => {
    const { answer, release } = deferredAnswer(data());
    await start(answer);
    await expect.element(page.getByRole('group', { name: '正在读取统计数据' })).toHaveAttribute('aria-busy', 'true');
    release();
    await expect.element(page.getByText('用户总数')).toBeVisible();
    await expect.element(page.getByRole('group', { name: '正在读取统计数据' })).not.toBeInTheDocument();
  });

  test('say why they cannot be loaded, and the rest of the page still works', async () => {
    let broken = true;
    await start(() => {
      if (broken) throw new Refusal('notPermitted');
      return data();
    });
    await expect.element(page.getByRole('alert')).toMatchTextContent('统计数据加载失败：没有操作权限');
    await expect.element(page.getByRole('link', { name: '用户列表' })).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: '重试' }).click();
    await expect.element(page.getByText('用户总数')).toBeVisible();
  });

  test('are updated when the server reports a change, and stay visible meanwhile', async () => {
    const users = (value: number) => data({ panels: [{ key: 'users', label: '用户总数', value }] });
    const second = deferredAnswer(users(2));
    let answer = (): PanelData | Promise<PanelData> => users(1);
    const calls = await start(() => answer());
    await expect.element(page.getByText('用户总数')).toBeVisible();
    const live = await stubLive();
    answer = second.answer;
    live.change('figures');
    await expect.poll(() => asked(calls)).toBe(2);
    expect(figure('用户总数')).toBe('用户总数1');
    await expect.element(page.getByRole('group', { name: '正在读取统计数据' })).not.toBeInTheDocument();
    second.release();
    await expect.poll(() => figure('用户总数')).toBe('用户总数2');
    expect(asked(calls)).toBe(2);
  });
});

describe('pending items', () => {
  const item = (more: Partial<WaitingItem>): WaitingItem => ({
    name: 'registrations',
    title: '待审核的注册',
    icon: 'user',
    trouble: false,
    count: 4,
    opens: { resource: 'sys/user', query: [['eq', 'userStatus:待审核']] },
    ...more,
  });

  test('are in the first card, each with its count and a link to its list', async () => {
    const waiting = [
      item({}),
      item({ name: 'unconfirmed', title: '待确认的通知', count: 1000, opens: { path: '/message?only=unconfirmed' } }),
      // They have no page for this.
      item({ name: 'sms', title: '未送达的短信', opens: { resource: 'sys/sms', query: [] } }),
    ];
    await start(data(), { ...beside, waiting });
    const card = page.getByRole('region', { name: '待我处理' });
    await expect
      .element(card.getByRole('link', { name: '待审核的注册 4' }))
      .toHaveAttribute('href', '/sys/user/list?eq=userStatus%3A%E5%BE%85%E5%AE%A1%E6%A0%B8');
    await expect.element(card.getByRole('link', { name: '待确认的通知 999+' })).toHaveAttribute('href', '/message?only=unconfirmed');
    expect(card.getByRole('link').elements()).toHaveLength(2);
    expect(document.querySelector('.home-card')?.contains(card.element())).toBe(true);
  });

  test('are reported as all done in a friendly sentence if there are none', async () => {
    await start();
    await expect.element(page.getByText('都处理完了，没有等您处理的事。')).toBeVisible();
  });
});

test('a figure links to what it counts, and shows the days before it', async () => {
  await start(data(), { ...beside, lines: [{ key: 'newUsers', values: [0, 2, 1] }] });
  await expect
    .element(page.getByRole('link', { name: '近30天新增用户' }))
    .toHaveAttribute('href', '/sys/user/list?ge=createTime%3A2026-02-02+00%3A00%3A00');
  await expect.poll(() => document.querySelectorAll('[data-key=newUsers] svg').length).toBe(1);
  expect(document.querySelectorAll('[data-key=users] svg')).toHaveLength(0);
  // There is no page of files here.
  await expect.element(page.getByRole('link', { name: '已用存储' })).not.toBeInTheDocument();
});

test('the most recently opened records link back to their pages', async () => {
  const record = { resource: 'sys/user', id: '7', label: '王伟', how: 'opened', time: '2020-01-02 03:04:05' };
  await start(data(), { ...beside, recent: [record, { ...record, resource: 'sys/org', label: '总部' }] });
  const card = page.getByRole('region', { name: '最近的记录' });
  await expect.element(card.getByRole('link', { name: /王伟/ })).toHaveAttribute('href', '/sys/user/view/7');
  await expect.element(card.getByText('2020-01-02 打开')).toBeVisible();
  expect(card.getByRole('link').elements()).toHaveLength(1);
});

test('favourite pages are chosen, and saved to the account', async () => {
  const kept = vi.fn();
  stubServer({
    ...liveTicket,
    [path]: data(),
    'GET /api/statistics/select-home': beside,
    'PUT /api/sys/user/preference/home.pages': ({ body }: Call) => kept(body),
  });
  await draw(<HomePage />);
  const card = page.getByRole('region', { name: '常用页面' });
  await card.getByRole('button', { name: '选择页面' }).click();
  await card.getByRole('button', { name: '用户列表' }).click();
  await expect.element(card.getByRole('button', { name: '用户列表' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => kept.mock.calls).toEqual([[{ value: ['/sys/user/list'] }]]);
});

test('favourite pages that were chosen in another window meanwhile stay chosen', async () => {
  const pages = [child('/sys/role/list', '角色列表'), child('/base/org/list', '机构列表')];
  signInAs({ account: 'lin', routes: [{ path: '/sys', name: 'sys', meta: { title: '系统管理' }, children: pages }] });
  const kept = vi.fn();
  let stored = {};
  stubServer({
    ...liveTicket,
    [path]: data(),
    'GET /api/statistics/select-home': beside,
    'GET /api/sys/user/preference': () => stored,
    'PUT /api/sys/user/preference/home.pages': ({ body }: Call) => kept(body),
  });
  await draw(<HomePage />);
  const card = page.getByRole('region', { name: '常用页面' });
  await card.getByRole('button', { name: '选择页面' }).click();
  stored = { 'home.pages': ['/sys/role/list'] };
  await card.getByRole('button', { name: '机构列表' }).click();
  await expect.element(card.getByRole('button', { name: '角色列表' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => kept.mock.calls).toEqual([[{ value: ['/sys/role/list', '/base/org/list'] }]]);
});

describe('a chart', () => {
  const card = page.getByRole('region', { name: '近30天登录' });

  test('can be shown as a table, for those who cannot see it', async () => {
    await start();
    await card.getByRole('button', { name: /看表格$/ }).click();
    await expect.element(card.getByRole('button', { name: /看图$/ })).toHaveAttribute('aria-pressed', 'true');
    const table = card.getByRole('table');
    await expect.element(table.getByRole('columnheader', { name: '登录成功' })).toBeVisible();
    await expect.element(table.getByRole('cell', { name: '1,500' }).first()).toBeVisible();
    // Scrollable by keyboard, without a mouse.
    await expect.element(card.getByRole('region', { name: /表格$/ })).toHaveAttribute('tabindex', '0');
  });

  test('covers seven days if the user chooses so, and remembers it', async () => {
    const kept = vi.fn((_call: Call) => null);
    stubServer({
      ...liveTicket,
      [path]: data(),
      'GET /api/statistics/select-home': beside,
      'PUT /api/sys/user/preference/home.days': kept,
    });
    await draw(<HomePage />);
    await card.getByRole('button', { name: '7天', exact: true }).click();
    const shorter = page.getByRole('region', { name: '近7天登录' });
    await expect.element(shorter.getByRole('button', { name: '7天', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await shorter.getByRole('button', { name: '30天', exact: true }).click();
    await expect.element(card.getByRole('button', { name: '30天', exact: true })).toHaveAttribute('aria-pressed', 'true');
    expect(kept.mock.calls.map(([{ body }]) => body)).toEqual([{ value: 7 }, { value: null }]);
  });

  test('without any data says so', async () => {
    await start(data({ series: [series('signIns', '登录成功', 0), series('signInFailures', '登录失败', 0)] }));
    await expect.element(card.getByText('暂无数据')).toBeVisible();
  });
});
