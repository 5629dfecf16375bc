import { draw } from '@back-office/web/testing/draw.tsx';
import { held } from '@back-office/web/testing/held.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { liveTicket, stubLive } from '@back-office/web/testing/stub-live.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
const start = async (answer: unknown = data()): Promise<Call[]> => {
  const calls = stubServer({ ...liveTicket, [path]: answer });
  await draw(<HomePage />);
  return calls;
};
const figure = (label: string) => page.getByText(label, { exact: true }).element().parentElement?.textContent;
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
    ],
  });
});

test('greets the person by name and says what they can use', async () => {
  await start();
  await expect.element(page.getByRole('heading', { name: /(早上|中午|下午|晚上)好|夜深了/ })).toMatchTextContent(/，林小满$/);
  await expect.element(page.getByText('1 项')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '用户列表' })).toHaveAttribute('href', '/sys/user/list');
  await expect.element(page.getByRole('link', { name: '用户信息' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: '外部' })).not.toBeInTheDocument();
});

describe('the figures', () => {
  test('are read as people read them, beside those of the span before', async () => {
    await start();
    await expect.element(page.getByText('用户总数')).toBeVisible();
    expect(figure('用户总数')).toBe('用户总数12,345');
    expect(figure('近30天新增用户')).toBe('近30天新增用户12前30天 34');
    expect(figure('今日登录')).toBe('今日登录7昨日 1,200');
    expect(figure('已用存储')).toBe('已用存储5.0 GB');
  });

  test('leave their place while they are on their way', async () => {
    const { answer, release } = held(data());
    await start(answer);
    await expect.element(page.getByRole('group', { name: '正在读取统计数据' })).toHaveAttribute('aria-busy', 'true');
    release();
    await expect.element(page.getByText('用户总数')).toBeVisible();
    await expect.element(page.getByRole('group', { name: '正在读取统计数据' })).not.toBeInTheDocument();
  });

  test('that cannot be read say why, and the rest of the page stands', async () => {
    let broken = true;
    await start(() => {
      if (broken) throw new Refusal('notPermitted');
      return data();
    });
    await expect.element(page.getByRole('alert')).toMatchTextContent('没有读到统计数据：没有操作权限');
    await expect.element(page.getByRole('link', { name: '用户列表' })).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: '重试' }).click();
    await expect.element(page.getByText('用户总数')).toBeVisible();
  });

  test('follow what the server tells, and stay meanwhile', async () => {
    let value = 1;
    const calls = await start(() => data({ panels: [{ key: 'users', label: '用户总数', value }] }));
    await expect.element(page.getByText('用户总数')).toBeVisible();
    const live = await stubLive();
    value = 2;
    live.change('figures');
    await expect.poll(() => figure('用户总数')).toBe('用户总数2');
    expect(asked(calls)).toBe(2);
  });
});

describe('a chart', () => {
  const card = page.getByRole('region', { name: /登录/ }).first();

  test('is a table too, for those who cannot see it', async () => {
    await start();
    await card.getByRole('button', { name: /看表格$/ }).click();
    await expect.element(card.getByRole('button', { name: /看图$/ })).toHaveAttribute('aria-pressed', 'true');
    const table = card.getByRole('table');
    await expect.element(table.getByRole('columnheader', { name: '登录成功' })).toBeVisible();
    await expect.element(table.getByRole('cell', { name: '1,500' }).first()).toBeVisible();
    // Who has no mouse scrolls it by the keyboard.
    await expect.element(card.getByRole('region', { name: /表格$/ })).toHaveAttribute('tabindex', '0');
  });

  test('of nothing says so', async () => {
    await start(data({ series: [series('signIns', '登录成功', 0), series('signInFailures', '登录失败', 0)] }));
    await expect.element(card.getByText('暂无数据')).toBeVisible();
  });
});
