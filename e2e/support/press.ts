import { expect, type Locator, type Page } from '@playwright/test';

/** Chooses in a select by typing: the typed text narrows the choices, Enter takes the first. */
export async function choose(page: Page, label: string | RegExp, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(choice);
  await expect(page.getByRole('option', { name: choice, exact: true })).toBeAttached();
  await page.keyboard.press('Enter');
}

/** Presses Tab, or Shift+Tab to go back, until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, 'is reached by Tab').toBeFocused();
}

/** The row of a list that shows the text. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** The label of a field in a record's view. */
export const labelOf = (page: Page, label: string): Locator =>
  page.locator('.record-details dt').filter({ hasText: new RegExp(`^${label}$`), visible: true });

/** The value beside a field's label in a view. */
export const valueOf = (page: Page, label: string): Locator => labelOf(page, label).locator('xpath=following-sibling::*[1]');
