import { openAcme } from '@back-office/app/testing/web/acme.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '@back-office/web/testing/on-phone.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { type Call, stubServer } from '@back-office/web/testing/stub-server.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import type { HomeCard } from '@back-office/web/shell/routing/shell-feature.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

const kept = vi.fn();
const answers = {
  'GET /api/statistics/select-home': { today: '2026-03-03', waiting: [], lines: [], recent: [] },
  'PUT /api/sys/user/preference/home.cards': ({ body }: Call) => kept(body),
  'GET /api/statistics/select-panel-data': { panels: [{ key: 'users', label: '用户数', value: 3 }], series: [] },
};
beforeEach(() => {
  kept.mockReset();
  localStorage.clear();
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubServer(answers);
});

test('a company’s card is placed among the built-in cards by its order number', async () => {
  await drawHome(card({}), card({ name: 'late', title: '最后', order: 99, Card: () => <h2>最后</h2> }));
  await expect.element(page.getByText('用户数')).toBeVisible();
  await expect.poll(headings).toEqual([expect.stringContaining('系统管理员'), '待我处理', '近期合同', '最近的记录', '最后']);
  const order = document.querySelector('.home')?.textContent ?? '';
  expect(order.indexOf('近期合同')).toBeLessThan(order.indexOf('用户数'));
});

test('a card is shown only to users with its permission', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/org': 'read' } });
  await drawHome(
    card({ right: { resource: 'sys/user', permission: 'read' } }),
    card({ name: 'granted', title: '机构', right: { resource: 'sys/org', permission: 'read' }, Card: () => <h2>机构</h2> }),
  );
  await expect.element(page.getByRole('heading', { name: '机构' })).toBeVisible();
  expect(headings()).not.toContain('近期合同');
});

test('a card that throws, or whose code cannot be loaded, fails alone', async () => {
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

describe('编辑首页', () => {
  const cards = () => [...document.querySelectorAll('.arrange-card')].map((one) => one.getAttribute('data-card')).join(' ');
  const open = async () => {
    await drawHome(card({}));
    await page.getByRole('button', { name: '编辑首页' }).click();
    await expect.element(page.getByRole('button', { name: '移动“待我处理”' })).toBeVisible();
  };
  const declared = 'waiting agreements figures recent pages operations sign-ins hours modules';

  test('a card is moved with the arrow keys, keeps the focus, and stays in its new place', async () => {
    await open();
    expect(cards()).toBe(declared);
    const handle = page.getByRole('button', { name: '移动“近期合同”' });
    handle.element().focus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(cards).toBe(declared.replace('waiting agreements', 'agreements waiting'));
    await expect.element(handle).toHaveFocus();
    await expect.element(page.getByRole('status').getByText('“近期合同”在第 1 位，共 9 位')).toBeInTheDocument();
    await page.getByRole('button', { name: '完成' }).click();
    await expect.poll(() => headings()[1]).toBe('近期合同');
    await expect
      .poll(() => kept.mock.lastCall)
      .toEqual([{ value: { order: declared.replace('waiting agreements', 'agreements waiting').split(' '), hidden: [] } }]);
  });

  test('a card that is moved leaves the others as another window, or a module that is switched off, has arranged them', async () => {
    let stored = {};
    stubServer({ ...answers, 'GET /api/sys/user/preference': () => stored });
    await open();
    stored = { 'home.cards': { order: ['gone', 'hours', 'waiting', 'agreements'], hidden: ['gone', 'modules'] } };
    const handle = page.getByRole('button', { name: '移动“近期合同”' });
    handle.element().focus();
    await userEvent.keyboard('{ArrowUp}');
    const order = 'agreements gone hours modules waiting figures recent pages operations sign-ins'.split(' ');
    await expect.poll(() => kept.mock.lastCall).toEqual([{ value: { order, hidden: ['gone', 'modules'] } }]);
    await expect.poll(cards).toBe('agreements hours waiting figures recent pages operations sign-ins');
  });

  test('a card that is hidden before the arrangement has loaded leaves the others as this machine last showed them', async () => {
    const copy = { order: ['hours', 'waiting'], hidden: ['modules'] };
    localStorage.setItem(`home.cards.${signInAs()}`, JSON.stringify(copy));
    let load = (_stored: unknown): void => undefined;
    stubServer({ ...answers, 'GET /api/sys/user/preference': () => new Promise((resolve) => (load = resolve)) });
    await open();
    const shown = 'hours waiting agreements figures recent pages operations sign-ins';
    await expect.poll(cards).toBe(shown);
    await page.getByRole('button', { name: '“统计数据”的操作' }).click();
    await page.getByRole('menuitem', { name: '隐藏' }).click();
    await expect.poll(cards).toBe(shown.replace(' figures', ''));
    load({ 'home.cards': copy });
    await expect.poll(() => kept.mock.lastCall?.[0]).toMatchObject({ value: { hidden: ['modules', 'figures'] } });
  });

  test('a card is hidden by its menu and put back, and 恢复默认 restores the declared order', async () => {
    await open();
    await page.getByRole('button', { name: '“统计数据”的操作' }).click();
    await page.getByRole('menuitem', { name: '隐藏' }).click();
    await expect.poll(cards).toBe(declared.replace(' figures', ''));
    await page.getByRole('button', { name: '完成' }).click();
    await expect.element(page.getByText('用户数')).not.toBeInTheDocument();
    await page.getByRole('button', { name: '编辑首页' }).click();
    await page.getByRole('button', { name: '放回“统计数据”' }).click();
    await expect.poll(cards).toBe(`${declared.replace(' figures', '')} figures`);
    await page.getByRole('button', { name: '恢复默认' }).click();
    await expect.poll(cards).toBe(declared);
    await expect.poll(() => kept.mock.lastCall).toEqual([{ value: null }]);
  });

  test('a card is dragged to the place of another', async () => {
    await open();
    await page.getByText('各模块操作次数').dropTo(page.getByText('待我处理'));
    await expect.poll(cards).toBe(`modules ${declared.replace(' modules', '')}`);
  });

  test('a card is dragged by its handle with a finger, and Esc puts it back', async () => {
    await onPhone();
    await open();
    const handle = (name: string): HTMLElement => page.getByRole('button', { name: `移动“${name}”` }).element() as HTMLElement;
    const touch = (type: string, on: Element, at: Element): void => {
      const { x, y } = at.getBoundingClientRect();
      on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientX: x + 5, clientY: y + 5 }));
    };
    // A touch beside the handle scrolls the page.
    touch('pointerdown', page.getByText('统计数据').element(), handle('统计数据'));
    touch('pointermove', document.body, handle('待我处理'));
    expect(cards()).toBe(declared);
    expect(getComputedStyle(handle('统计数据')).touchAction).toBe('none');
    touch('pointerdown', handle('统计数据'), handle('统计数据'));
    touch('pointermove', document.body, handle('待我处理'));
    await expect.poll(cards).toBe(`figures ${declared.replace(' figures', '')}`);
    await userEvent.keyboard('{Escape}');
    await expect.poll(cards).toBe(declared);
    touch('pointerdown', handle('统计数据'), handle('统计数据'));
    touch('pointermove', document.body, handle('待我处理'));
    await expect.poll(cards).toBe(`figures ${declared.replace(' figures', '')}`);
    touch('pointerup', document.body, handle('统计数据'));
    await userEvent.keyboard('{Escape}');
    expect(cards()).toBe(`figures ${declared.replace(' figures', '')}`);
  });
});
