import { useState } from 'react';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import type { MenuNode } from './menu-nodes.ts';
import { MenuSearch } from './menu-search.tsx';
import { SideMenu } from './side-menu.tsx';
import '../layout/shell.css';

const node = (path: string, title: string, ...children: MenuNode[]): MenuNode => ({
  key: path,
  path,
  title,
  icon: undefined,
  target: undefined,
  children,
});
const nodes = [
  node('/index', '首页'),
  node('/sys', '系统管理', node('/user', '用户'), node('/role', '角色')),
  node('https://example.com/', '帮助'),
];

function Menu({ collapsed = false, selected = '/index' }: { collapsed?: boolean; selected?: string }) {
  const [open, setOpen] = useState<string[]>([]);
  return (
    <div style={{ width: collapsed ? 54 : 220 }}>
      <SideMenu nodes={nodes} collapsed={collapsed} selected={selected} openKeys={open} onOpenChange={setOpen} />
      <button type="button">elsewhere</button>
    </div>
  );
}
const group = page.getByRole('menuitem', { name: '系统管理' });
const link = (name: string) => page.getByRole('link', { name });
const focused = (): string | null | undefined => document.activeElement?.textContent;
const enter = async (): Promise<void> => {
  (link('首页').element() as HTMLElement).focus();
  await expect.poll(focused).toBe('首页');
};

describe('the menu', () => {
  test('expands a group on a press, collapses it on another, and opens the page of an entry', async () => {
    const { address } = await draw(<Menu />);
    await expect.element(link('用户')).not.toBeInTheDocument();
    await group.click();
    await expect.element(group).toHaveAttribute('aria-expanded', 'true');
    await link('用户').click();
    expect(address()).toBe('/user');
    await group.click();
    await expect.element(link('用户')).not.toBeInTheDocument();
  });

  test('marks the current entry', async () => {
    await draw(<Menu selected="/index" />);
    await expect.element(link('首页')).toHaveAttribute('aria-current', 'page');
    await expect.element(link('帮助')).not.toHaveAttribute('aria-current');
  });

  test('opens external links without a referrer', async () => {
    await draw(<Menu />);
    await expect.element(link('帮助')).toHaveAttribute('href', 'https://example.com/');
    await expect.element(link('帮助')).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('is a single tab stop', async () => {
    await draw(<Menu />);
    await enter();
    await userEvent.tab();
    expect(focused()).toBe('elsewhere');
  });

  test('is navigated by arrow keys: right expands and goes on, left goes up and collapses', async () => {
    await draw(<Menu />);
    await enter();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(group).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(focused()).toBe('用户');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(group).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(group).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('帮助');
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('首页');
  });
});

describe('a menu that is longer than the window', () => {
  const many = Array.from({ length: 30 }, (_, at) => node(`/page/${at}`, `页面${at}`));
  const long = [node('/index', '首页'), node('/all', '全部页面', ...many)];
  function Long() {
    const { pathname } = useLocation();
    const [open, setOpen] = useState(['/all']);
    return (
      <div role="region" aria-label="窗口" style={{ height: 300, overflow: 'auto' }}>
        <SideMenu nodes={long} collapsed={false} selected={pathname} openKeys={open} onOpenChange={setOpen} />
      </div>
    );
  }
  const frame = () => page.getByRole('region', { name: '窗口' }).element();
  /** Waits until observers of the layout have run. */
  const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  /** The distance of an entry's middle from that of the scrolling menu, in pixels. */
  const fromMiddle = (name: string): number => {
    const [inside, outside] = [link(name).element(), frame()].map((element) => element.getBoundingClientRect());
    return Math.abs((inside?.top ?? 0) + (inside?.height ?? 0) / 2 - (outside?.top ?? 0) - (outside?.height ?? 0) / 2);
  };

  test('scrolls the entry of the current page to the middle, unless it is already visible', async () => {
    const { go } = await draw(<Long />, { at: '/page/20' });
    await expect.poll(() => fromMiddle('页面20')).toBeLessThan(2);
    const before = frame().scrollTop;
    await go('/page/21');
    await expect.element(link('页面21')).toHaveAttribute('aria-current');
    await twoFrames();
    expect(frame().scrollTop).toBe(before);
    await go('/page/5');
    await expect.poll(() => fromMiddle('页面5')).toBeLessThan(2);
  });

  test('does not scroll back after the person has scrolled elsewhere', async () => {
    await draw(<Long />, { at: '/page/20' });
    await expect.poll(() => fromMiddle('页面20')).toBeLessThan(2);
    frame().scrollTop = 0;
    const all = page.getByRole('menuitem', { name: '全部页面' });
    await all.click();
    await expect.element(link('页面20')).not.toBeInTheDocument();
    await all.click();
    await expect.element(link('页面20')).toBeInTheDocument();
    await twoFrames();
    expect(frame().scrollTop).toBe(0);
  });
});

describe('the collapsed menu', () => {
  test('names its entries, of which only icons are visible', async () => {
    await draw(<Menu collapsed />);
    await expect.element(link('首页')).toHaveAttribute('title', '首页');
    await expect.element(group).toHaveAccessibleName('系统管理');
  });

  test.each(['{ArrowLeft}', '{Escape}'])(
    'opens a group beside itself on a press, with the focus inside, and %s returns the focus',
    async (key) => {
      await draw(<Menu collapsed />);
      await group.click();
      await expect.poll(focused).toBe('用户');
      expect(link('用户').element().getBoundingClientRect().left).toBeGreaterThanOrEqual(group.element().getBoundingClientRect().right);
      await userEvent.keyboard('{ArrowDown}');
      expect(focused()).toBe('角色');
      await userEvent.keyboard(key);
      await expect.element(link('角色')).not.toBeInTheDocument();
      await expect.element(group).toHaveFocus();
    },
  );

  test('opens a group under the pointer and closes it when the pointer leaves; the focus does not move', async () => {
    await draw(<Menu collapsed />);
    await userEvent.hover(group);
    await expect.element(link('用户')).toBeVisible();
    expect(document.activeElement).toBe(document.body);
    await userEvent.hover(page.getByRole('button', { name: 'elsewhere' }));
    await expect.element(link('用户')).not.toBeInTheDocument();
  });

  test('closes the group when an entry is pressed', async () => {
    const { address } = await draw(<Menu collapsed />);
    await group.click();
    await link('角色').click();
    expect(address()).toBe('/role');
    await expect.element(link('角色')).not.toBeInTheDocument();
  });
});

test('the menu entries and the menu search are large enough for a finger on a phone', async () => {
  await onPhone();
  await draw(
    <>
      <MenuSearch value="首" onChange={() => undefined} onEnter={() => undefined} />
      <Menu />
    </>,
  );
  const pressed = [link('首页'), group, page.getByRole('searchbox', { name: '搜索菜单' }), page.getByRole('button', { name: '清空搜索' })];
  for (const one of pressed) expect(one.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

describe('the menu search', () => {
  function Search({ onEnter }: { onEnter: () => void }) {
    const [value, setValue] = useState('');
    return <MenuSearch value={value} onChange={setValue} onEnter={onEnter} />;
  }
  const box = page.getByRole('searchbox', { name: '搜索菜单' });

  test('is cleared by its button and by Escape, and opens a page by Enter', async () => {
    let opened = 0;
    await draw(<Search onEnter={() => (opened += 1)} />);
    await expect.element(page.getByRole('button', { name: '清空搜索' })).not.toBeInTheDocument();
    await box.fill('yh');
    await page.getByRole('button', { name: '清空搜索' }).click();
    await expect.element(box).toHaveValue('');
    await box.fill('js');
    await userEvent.keyboard('{Enter}');
    expect(opened).toBe(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveValue('');
  });

  test('does not open a page while an input method is composing', async () => {
    let opened = 0;
    await draw(<Search onEnter={() => (opened += 1)} />);
    await box.click();
    box.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
    expect(opened).toBe(0);
  });
});
