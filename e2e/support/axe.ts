import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

export type Scheme = 'light' | 'dark';

/** All that another scheme can spoil is contrast: of words with what they lie on, and of a link with the words around it. */
export const rulesOfSchemes = ['color-contrast', 'link-in-text-block'];

/** WCAG 2.2 AA with all before it, and what axe thinks good besides. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Looks at the page as it stands, light and dark, and finds nothing. */
export async function expectAccessible(page: Page, schemes?: readonly Scheme[]): Promise<void> {
  for (const [index, scheme] of (schemes ?? (await schemesOf(page))).entries())
    expect(await axeIssues(page, scheme, index === 0 ? [] : rulesOfSchemes), `${page.url()} in ${scheme}`).toEqual([]);
}

/** The menu, the bar and the tabs, which are the same around every page. */
export const frame = ['.shell-side', '.shell-head'];

/** The scheme that the page has, and the other: begun with what is there, a look costs one change of all colours instead of two. */
export async function schemesOf(page: Page): Promise<readonly [Scheme, Scheme]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? ['dark', 'light'] : ['light', 'dark'];
}

/** What axe finds wrong with the page as it stands, outside of what is named by `leaving`; of contrast, in both schemes. */
export async function issuesInBothSchemes(page: Page, leaving: readonly string[] = []): Promise<string[]> {
  const [here, other] = await schemesOf(page);
  const issues = await axeIssues(page, here, [], leaving);
  const others = await axeIssues(page, other, rulesOfSchemes, leaving);
  return [...issues.map((issue) => `${here}: ${issue}`), ...others.map((issue) => `${other}: ${issue}`)];
}

/** The same in one scheme; `rules` asks these alone. */
export async function axeIssues(
  page: Page,
  colorScheme: Scheme,
  rules: readonly string[] = [],
  leaving: readonly string[] = [],
): Promise<string[]> {
  // Without movement, so that no colour is measured on its way to another.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(isDrawn, colorScheme === 'dark');
  // Its half a megabyte once a document.
  for (const part of page.frames()) if (!(await part.evaluate(() => 'axe' in globalThis))) await part.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: rules.length === 0 ? { type: 'tag', values: tags } : { type: 'rule', values: [...rules] },
    // What floats over the page stands outside of its landmarks; a table of a notice has the headings that its writer gave it,
    // and the column that fills a list up has none.
    rules: { region: { enabled: false }, 'empty-table-header': { enabled: false } },
  };
  return page.evaluate(findIssues, { leaving, options });
}

/** Runs in the page, and hands out what was found alone: all that axe tells of what is well takes a fifth of the time on its way. */
async function findIssues({ leaving, options }: { leaving: readonly string[]; options: RunOptions }): Promise<string[]> {
  const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
  const { violations } = await run(leaving.length === 0 ? document : { exclude: [...leaving] }, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

/** The page's own colours change at once, those of antd's parts when React has drawn them again. */
function isDrawn(dark: boolean): boolean {
  const part = document.querySelector('[class*="css-var"]');
  return part === null || (getComputedStyle(part).getPropertyValue('--ant-color-bg-container').trim().toLowerCase() === '#17191e') === dark;
}
