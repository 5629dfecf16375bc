import type { Page } from '@playwright/test';

/** Closes all tabs but the active one: pages kept behind it would be drawn in each scheme and checked as well. */
export async function closeOthers(page: Page): Promise<void> {
  await page.getByRole('button', { name: '标签页操作' }).click();
  const close = page.getByRole('menuitem', { name: '关闭其他' });
  if ((await close.getAttribute('aria-disabled')) === 'true') await page.keyboard.press('Escape');
  else await close.click();
}
