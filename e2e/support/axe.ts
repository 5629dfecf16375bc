import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export type Scheme = 'light' | 'dark';

/** All that another scheme can spoil is contrast. */
export const rulesOfSchemes = ['color-contrast'];

/** Looks at the page as it stands, light and dark, and finds nothing that axe calls serious or critical. */
export async function expectAccessible(page: Page, schemes: readonly Scheme[] = ['light', 'dark']): Promise<void> {
  for (const [index, scheme] of schemes.entries())
    expect(await axeIssues(page, scheme, index === 0 ? [] : rulesOfSchemes), `${page.url()} in ${scheme}`).toEqual([]);
}

/** What axe calls serious or critical of the page as it stands; `rules` asks these alone. */
export async function axeIssues(page: Page, colorScheme: Scheme, rules: readonly string[] = []): Promise<string[]> {
  // Without movement, so that no colour is measured on its way to another.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(isDrawn, colorScheme === 'dark');
  // Its half a megabyte once a page, and no blank page for each look, which the other mode opens.
  const there = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(there ? { axeSource: 'void 0' } : {}) }).setLegacyMode().options({
    resultTypes: ['violations'],
    ...(rules.length === 0 ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  });
  const { violations } = await axe.analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

/** The page's own colours change at once, those of antd's parts when React has drawn them again. */
function isDrawn(dark: boolean): boolean {
  const part = document.querySelector('[class*="css-var"]');
  return part === null || (getComputedStyle(part).getPropertyValue('--ant-color-bg-container').trim().toLowerCase() === '#17191e') === dark;
}
