import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export type Scheme = 'light' | 'dark';

/** All that another scheme can spoil is contrast. */
export const rulesOfSchemes = ['color-contrast'];

/** WCAG 2.2 AA with all before it, and what axe thinks good besides. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Looks at the page as it stands, light and dark, and finds nothing. */
export async function expectAccessible(page: Page, schemes: readonly Scheme[] = ['light', 'dark']): Promise<void> {
  for (const [index, scheme] of schemes.entries())
    expect(await axeIssues(page, scheme, index === 0 ? [] : rulesOfSchemes), `${page.url()} in ${scheme}`).toEqual([]);
}

/** The menu, the bar and the tabs, which are the same around every page. */
export const frame = ['.shell-side', '.shell-head'];

/** What axe finds wrong with the page as it stands, outside of what is named by `leaving`; `rules` asks these alone. */
export async function axeIssues(
  page: Page,
  colorScheme: Scheme,
  rules: readonly string[] = [],
  leaving: readonly string[] = [],
): Promise<string[]> {
  // Without movement, so that no colour is measured on its way to another.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(isDrawn, colorScheme === 'dark');
  // Its half a megabyte once a page, and no blank page for each look, which the other mode opens.
  const there = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(there ? { axeSource: 'void 0' } : {}) }).setLegacyMode().options({
    resultTypes: ['violations'],
    runOnly: rules.length === 0 ? { type: 'tag', values: tags } : { type: 'rule', values: [...rules] },
    // What floats over the page stands outside of its landmarks; a table of a notice has the headings that its writer gave it,
    // and the column that fills a list up has none.
    rules: { region: { enabled: false }, 'empty-table-header': { enabled: false } },
  });
  for (const part of leaving) axe.exclude(part);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

/** The page's own colours change at once, those of antd's parts when React has drawn them again. */
function isDrawn(dark: boolean): boolean {
  const part = document.querySelector('[class*="css-var"]');
  return part === null || (getComputedStyle(part).getPropertyValue('--ant-color-bg-container').trim().toLowerCase() === '#17191e') === dark;
}
