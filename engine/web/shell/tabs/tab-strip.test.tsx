import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { TabContext } from '../../platform/tabs/tab-context.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { useDirty } from '../../platform/tabs/use-dirty.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { TabStrip } from './tab-strip.tsx';

const route = (path: string, title: string, affix = false): RouteRecord => ({
  path,
  name: path.slice(1),
  component: path.slice(1),
  meta: { title, affix },
});
const titles = ['首页', '用户', '角色', '机构', '部门'];
const routes = [
  route('/index', '首页', true),
  route('/user', '用户'),
  route('/role', '角色'),
  route('/org', '机构'),
  route('/dept', '部门'),
];

beforeEach(() => {
  signInAs({ routes });
});

/** The strip as in the shell: every navigation opens its tab. */
function Shell({ dirty }: { dirty?: string }) {
  const { pathname, search, key } = useLocation();
  const path = pathname + search;
  useEffect(() => {
    // The strip reads the last opened tab from the address bar.
    history.replaceState(history.state, '', path);
    tabsStore.apply(tabsStore.computeNext(routes, { at: key, fullPath: path, back: false }));
  }, [path, key]);
  return (
    <>
      <TabStrip />
      {dirty !== undefined && path === '/org' && (
        <TabContext value={dirty}>
          <Typed />
        </TabContext>
      )}
      <p aria-label="shown">{path}</p>
    </>
  );
}

function Typed() {
  useDirty(true);
  return null;
}

async function openAll({ dirty }: { dirty?: string } = {}) {
  const shell = await draw(<Shell {...(dirty === undefined ? {} : { dirty })} />, { at: '/index' });
  for (const [at, path] of ['/user', '/role', '/org'].entries()) {
    await shell.go(path);
    await expect.poll(names).toEqual(titles.slice(0, at + 2));
  }
  return shell;
}
const tabs = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=tab]')];
const names = (): string[] => tabs().map(({ textContent }) => textContent ?? '');
const tab = (name: string) => page.getByRole('tab', { name });
const menuOf = async (name: string, action: string): Promise<void> => {
  await tab(name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

describe('tabs', () => {
  test('are opened by visits, once each, and the current one is marked as selected', async () => {
    const { go } = await openAll();
    await go('/user');
    expect(names()).toEqual(titles.slice(0, 4));
    await expect.element(tab('用户')).toHaveAttribute('aria-selected', 'true');
    await expect.element(tab('机构')).toHaveAttribute('aria-selected', 'false');
  });

  test('are links, closed by the middle button or their close button', async () => {
    await openAll();
    await expect.element(tab('用户')).toHaveAttribute('href', '/user');
    await tab('用户').click({ button: 'middle' });
    await expect.poll(names).toEqual(['首页', '角色', '机构']);
    await userEvent.click(tab('角色').element().querySelector('.tabs-close') ?? document.body);
    await expect.poll(names).toEqual(['首页', '机构']);
  });

  test('show the neighbour when the current one is closed', async () => {
    const { address } = await openAll();
    await tab('机构').click({ button: 'middle' });
    await expect.poll(address).toBe('/role');
  });

  test('that are permanent have no close button and stay', async () => {
    await openAll();
    expect(tab('首页').element().querySelector('.tabs-close')).toBe(null);
    await tab('首页').click({ button: 'middle' });
    await menuOf('机构', '关闭全部');
    await expect.poll(names).toEqual(['首页']);
  });
});

describe('keyboard navigation in the tab strip', () => {
  const focused = (): string | null | undefined => document.activeElement?.textContent;
  const enter = async (): Promise<void> => {
    (tab('机构').element() as HTMLElement).focus();
    await expect.poll(focused).toBe('机构');
  };

  test('stops at the current tab, and at no other', async () => {
    await openAll();
    expect(tabs().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, 0]);
  });

  test('moves by arrows, Home and End without opening anything', async () => {
    const { address } = await openAll();
    await enter();
    await userEvent.keyboard('{ArrowLeft}');
    expect(focused()).toBe('角色');
    await userEvent.keyboard('{Home}');
    expect(focused()).toBe('首页');
    await userEvent.keyboard('{ArrowLeft}');
    expect(focused()).toBe('首页');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('机构');
    expect(address()).toBe('/org');
  });

  test.each(['{Enter}', ' '])('opens a tab by %j', async (key) => {
    const { address } = await openAll();
    await enter();
    await userEvent.keyboard(`{ArrowLeft}${key}`);
    await expect.poll(address).toBe('/role');
  });

  test('closes a tab by Delete, and goes on at the tab that takes its place', async () => {
    await openAll();
    await enter();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Delete}');
    await expect.poll(names).toEqual(['首页', '角色', '机构']);
    await expect.poll(focused).toBe('角色');
  });

  test('moves a tab by Shift and an arrow, never before a permanent one', async () => {
    await openAll();
    await enter();
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await expect.poll(names).toEqual(['首页', '用户', '机构', '角色']);
    expect(focused()).toBe('机构');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}');
    await expect.poll(names).toEqual(['首页', '机构', '用户', '角色']);
  });

  test('opens the menu of a tab by the menu key, and Escape returns the focus', async () => {
    await openAll();
    await enter();
    // Simulates the menu key.
    tab('机构')
      .element()
      .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 0 }));
    const menu = page.getByRole('menu', { name: '标签页操作' });
    await expect.element(menu).toBeVisible();
    expect(menu.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(tab('机构').element().getBoundingClientRect().bottom);
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.poll(focused).toBe('机构');
  });
});

describe('the menu of a tab', () => {
  test('closes the other tabs, or those to the right', async () => {
    const { go, address } = await openAll();
    await go('/dept');
    await menuOf('角色', '关闭右侧');
    await expect.poll(names).toEqual(['首页', '用户', '角色']);
    await expect.poll(address).toBe('/role');
    await menuOf('用户', '关闭其他');
    await expect.poll(names).toEqual(['首页', '用户']);
    await expect.poll(address).toBe('/user');
  });

  test('enables only the actions that are possible', async () => {
    await draw(<Shell />, { at: '/index' });
    await expect.poll(names).toEqual(['首页']);
    await page.getByRole('button', { name: '标签页操作' }).click();
    const disabled = page
      .getByRole('menuitem')
      .elements()
      .map((entry) => [entry.textContent, entry.getAttribute('aria-disabled')]);
    expect(disabled).toEqual([
      ['刷新', 'false'],
      ['关闭', 'true'],
      ['关闭其他', 'true'],
      ['关闭右侧', 'true'],
      ['关闭全部', 'true'],
    ]);
  });

  test('refreshes by redirecting to an address that renders the page anew', async () => {
    const { address } = await openAll();
    await menuOf('机构', '刷新');
    await expect.poll(address).toBe('/redirect/org');
  });
});

describe('a tab with unsaved input', () => {
  test('has a dot and is announced as unsaved', async () => {
    await openAll({ dirty: '/user' });
    await expect.element(tab('用户，未保存')).toBeVisible();
    expect(tab('用户').element().querySelector('.tabs-dirty')).not.toBe(null);
  });

  test('is closed only after a confirmation, which names it', async () => {
    await openAll({ dirty: '/user' });
    await tab('用户').click({ button: 'middle' });
    const dialog = page.getByRole('dialog', { name: '关闭会丢失未保存的内容' });
    await expect.element(dialog).toMatchTextContent('用户');
    await expect.element(dialog.getByRole('button', { name: '继续编辑' })).toHaveFocus();
    await dialog.getByRole('button', { name: '继续编辑' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(names()).toContain('用户');
    await tab('用户').click({ button: 'middle' });
    await dialog.getByRole('button', { name: '放弃并关闭' }).click();
    await expect.poll(names).not.toContain('用户');
  });

  test('is named in the confirmation when all are closed, while tabs without input are not', async () => {
    await openAll({ dirty: '/user' });
    await menuOf('机构', '关闭全部');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    expect([...dialog.element().querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['用户']);
    await dialog.getByRole('button', { name: '放弃并关闭' }).click();
    await expect.poll(names).toEqual(['首页']);
  });
});
