import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { MenuButton } from './menu-button.tsx';
import { Popup } from './popup.tsx';
import type { MenuAction } from './popup-menu.tsx';

const done = vi.fn<(key: string) => void>();
const action = (key: string, more: Partial<MenuAction> = {}): MenuAction => ({ key, label: key, onClick: () => done(key), ...more });
const actions = [action('甲'), action('乙', { disabled: true }), action('丙', { current: true }), action('丁', { apart: true })];
const button = page.getByRole('button', { name: '更多' });
const menu = page.getByRole('menu', { name: '更多' });
const drawMenu = (after?: ReactNode) =>
  draw(
    <div style={{ display: 'flex', justifyContent: 'flex-end' }}>
      <button type="button">elsewhere</button>
      <MenuButton label="更多" actions={actions}>
        …
      </MenuButton>
      {after}
    </div>,
  );
const focused = (): string | null | undefined => document.activeElement?.textContent;

test('a press opens the menu with its first entry focused and the button marked as expanded; another closes it', async () => {
  await drawMenu();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect.element(menu).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  expect(focused()).toBe('甲');
  await button.click();
  await expect.element(menu).not.toBeInTheDocument();
});

test('the down arrow opens the menu from the keyboard', async () => {
  await drawMenu();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(menu).toBeVisible();
  expect(focused()).toBe('甲');
});

test('arrows wrap around and skip disabled entries, Home and End go to the ends', async () => {
  await drawMenu();
  await button.click();
  const walked: (string | null | undefined)[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
    await userEvent.keyboard(`{${key}}`);
    walked.push(focused());
  }
  expect(walked).toEqual(['丙', '丁', '甲', '丁', '甲', '丁']);
});

test('Enter runs the action of the entry, once, and the focus returns to the button', async () => {
  await drawMenu();
  await button.click();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(done.mock.calls).toEqual([['丙']]);
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('a disabled entry does nothing and keeps the menu open', async () => {
  await drawMenu();
  await button.click();
  await page.getByRole('menuitem', { name: '乙' }).click({ force: true });
  expect(done).not.toHaveBeenCalled();
  await expect.element(menu).toBeVisible();
});

test('Escape closes the menu without running anything and returns the focus to the button', async () => {
  await drawMenu();
  await button.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  expect(done).not.toHaveBeenCalled();
  await expect.element(button).toHaveFocus();
});

test.each([
  ['Tab', '{Tab}', 'after'],
  ['Shift and Tab', '{Shift>}{Tab}{/Shift}', 'elsewhere'],
])('%s closes the menu without running anything and moves the focus on from the button', async (_keys, keys, name) => {
  await drawMenu(<button type="button">after</button>);
  await button.click();
  await userEvent.keyboard(keys);
  await expect.element(menu).not.toBeInTheDocument();
  expect(done).not.toHaveBeenCalled();
  await expect.element(page.getByRole('button', { name })).toHaveFocus();
});

test('a press elsewhere closes the menu and leaves the focus where the press went', async () => {
  await drawMenu();
  await button.click();
  await page.getByRole('button', { name: 'elsewhere' }).click();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'elsewhere' })).toHaveFocus();
});

test('the menu is placed below its button and within the window', async () => {
  await drawMenu();
  await button.click();
  const [at, of] = [menu.element().getBoundingClientRect(), button.element().getBoundingClientRect()];
  expect(at.top).toBeGreaterThanOrEqual(of.bottom);
  expect(at.right).toBeLessThanOrEqual(innerWidth);
  expect(at.left).toBeGreaterThanOrEqual(0);
});

test('resizing the window closes the menu', async () => {
  await drawMenu();
  await button.click();
  await page.viewport(1000, 700);
  await expect.element(menu).not.toBeInTheDocument();
  await page.viewport(1440, 900);
});

test('the menu marks which of several entries is current', async () => {
  await drawMenu();
  await button.click();
  await expect.element(page.getByRole('menuitem', { name: '丙' })).toHaveAttribute('aria-current', 'true');
  await expect.element(page.getByRole('menuitem', { name: '甲' })).not.toHaveAttribute('aria-current');
});

test('a popup keeps clear of the scrollbar gutter, which is reserved even without a scrollbar', async () => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1300);
  await draw(
    <Popup place={{ x: 5000, y: 10 }} onClose={() => undefined} role="dialog" aria-label="远处">
      远处
    </Popup>,
  );
  expect(page.getByRole('dialog', { name: '远处' }).element().getBoundingClientRect().right).toBeLessThan(1300);
});
