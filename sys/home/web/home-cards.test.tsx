import { openAcme } from '@back-office/web/testing/acme.ts';
import { draw } from '@back-office/web/testing/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { lazyPart } from '@back-office/web/platform/ui/lazy-part.ts';
import type { HomeCard } from '@back-office/web/shell/routing/shell-feature.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { HomePage } from './home-page.tsx';

const Agreements = () => (
  <section className="page-card">
    <h2>近期合同</h2>
  </section>
);
const card = (more: Partial<HomeCard>): HomeCard => ({ name: 'agreements', title: '近期合同', order: 15, Card: Agreements, ...more });
const drawHome = (...home: HomeCard[]) => draw(<HomePage />, { modules: openAcme({ shell: { home } }) });
const headings = () =>
  page
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubServer({ 'GET /api/statistics/select-panel-data': { panels: [{ key: 'users', label: '用户数', value: 3 }], series: [] } });
});

test('a card of a company stands among our own by its number', async () => {
  await drawHome(card({}), card({ name: 'late', title: '最后', order: 99, Card: () => <h2>最后</h2> }));
  await expect.element(page.getByText('用户数')).toBeVisible();
  expect(headings()).toEqual([expect.stringContaining('系统管理员'), '近期合同', '最后']);
  const order = document.querySelector('.home')?.textContent ?? '';
  expect(order.indexOf('近期合同')).toBeLessThan(order.indexOf('用户数'));
});

test('a card is there for whoever has its right', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/org': 'read' } });
  await drawHome(
    card({ right: { resource: 'sys/user', permission: 'read' } }),
    card({ name: 'granted', title: '机构', right: { resource: 'sys/org', permission: 'read' }, Card: () => <h2>机构</h2> }),
  );
  await expect.element(page.getByRole('heading', { name: '机构' })).toBeVisible();
  expect(headings()).not.toContain('近期合同');
});

test('a card that throws, or whose code cannot be fetched, takes down itself alone', async () => {
  let broken = true;
  const Broken = () => {
    if (broken) throw new Error('broken on purpose');
    return <Agreements />;
  };
  const Lost = lazyPart(() => Promise.reject(new TypeError('Failed to fetch')));
  await drawHome(card({ Card: Broken }), card({ name: 'lost', title: '提醒', Card: Lost }));
  await expect.element(page.getByRole('heading', { name: '“近期合同”出错了' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '“提醒”加载失败' })).toBeVisible();
  await expect.element(page.getByText('用户数')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '重试' }).first().click();
  await expect.element(page.getByRole('heading', { name: '近期合同', exact: true })).toBeVisible();
});
