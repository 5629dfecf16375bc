import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

export type Scheme = 'light' | 'dark';

/** The only rules that depend on the scheme: contrast of words with their background, and of a link with the words around it. */
export const rulesOfSchemes = ['color-contrast', 'link-in-text-block'];

/** WCAG 2.2 AA and all previous levels, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks the page in its current state, light and dark, and expects no findings. */
export async function expectAccessible(page: Page, schemes?: readonly Scheme[]): Promise<void> {
  for (const [index, scheme] of (schemes ?? (await schemesOf(page))).entries())
    expect(await axeIssues(page, scheme, index === 0 ? [] : rulesOfSchemes), `${page.url()} in ${scheme}`).toEqual([]);
}

/** The menu, the bar and the tabs, which are the same around every page. */
export const frame = ['.shell-side', '.shell-head'];

/** The page's current scheme, and the other one: beginning with the current one saves a change of all colours per check. */
export async function schemesOf(page: Page): Promise<readonly [Scheme, Scheme]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? ['dark', 'light'] : ['light', 'dark'];
}

/** axe's findings for the page in its current state, outside the elements in `leaving`; contrast in both schemes. */
export async function issuesInBothSchemes(page: Page, leaving: readonly string[] = []): Promise<string[]> {
  const [here, other] = await schemesOf(page);
  const issues = await axeIssues(page, here, [], leaving);
  const others = await axeIssues(page, other, rulesOfSchemes, leaving);
  return [...issues.map((issue) => `${here}: ${issue}`), ...others.map((issue) => `${other}: ${issue}`)];
}

/** The same in one scheme, optionally with these `rules` alone. */
export async function axeIssues(
  page: Page,
  colorScheme: Scheme,
  rules: readonly string[] = [],
  leaving: readonly string[] = [],
): Promise<string[]> {
  // Without motion, so that no colour is measured during a transition.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(isDrawn, colorScheme === 'dark');
  // Injects its half a megabyte once per document.
  for (const part of page.frames()) if (!(await part.evaluate(() => 'axe' in globalThis))) await part.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: rules.length === 0 ? { type: 'tag', values: tags } : { type: 'rule', values: [...rules] },
    // Floating elements are outside the page's landmarks; a table in a notice has whatever headings its author gave it,
    // and the column that fills up a list has none.
    rules: { region: { enabled: false }, 'empty-table-header': { enabled: false } },
  };
  return page.evaluate(findIssues, { leaving, options });
}

/** Runs in the page, and returns only the violations: transferring all that axe reports takes a fifth of the time. */
async function findIssues({ leaving, options }: { leaving: readonly string[]; options: RunOptions }): Promise<string[]> {
  const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
  const { violations } = await run(leaving.length === 0 ? document : { exclude: [...leaving] }, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

/** The page's own colours change at once, those of antd's parts when React has rendered them again. */
function isDrawn(dark: boolean): boolean {
  const part = document.querySelector('[class*="css-var"]');
  return part === null || (getComputedStyle(part).getPropertyValue('--ant-color-bg-container').trim().toLowerCase() === '#17191e') === dark;
}
