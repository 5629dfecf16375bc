import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { axeIssues, rulesOfSchemes, type Scheme } from '../support/axe.ts';
import { cutTexts } from '../support/cut-texts.ts';
import { closeOthers } from '../support/close-others.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { pathsOf } from '../support/page-paths.ts';
import { smallTargets } from '../support/small-targets.ts';

const heights = { 1440: 900, 390: 844 };
const looks: { width: keyof typeof heights; scheme: Scheme; rules?: string[] }[] = [
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark', rules: rulesOfSchemes },
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark', rules: rulesOfSchemes },
];

/** Looks at the page in each width and scheme; gives what is wrong with it. */
async function issuesOf(page: Page): Promise<string[]> {
  const issues: string[] = [];
  for (const { width, scheme, rules } of looks) {
    await page.setViewportSize({ width, height: heights[width] });
    const where = `${new URL(page.url()).pathname} ${width} ${scheme}`;
    issues.push(...(await axeIssues(page, scheme, rules)).map((issue) => `${where}: ${issue}`));
    if (scheme === 'dark') continue;
    issues.push(...(await cutTexts(page)).map((text) => `${where}: cut without a way to the rest: ${text}`));
    if (width !== 390) continue;
    if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) issues.push(`${where}: wider than the screen`);
    issues.push(...(await smallTargets(page)).map((target) => `${where}: smaller than a finger: ${target}`));
  }
  return issues;
}

test('axe finds nothing on any page, in either scheme, wide or narrow', async ({ openAsAdmin, api }) => {
  test.setTimeout(300_000);
  await api.save('sys/org', { orgName: '总公司', orgCode: unique('org-') });
  await api.save('sys/msg', { msgTitle: '停电通知', msgContent: '周六检修' });
  const page = await openAsAdmin('/index');
  const paths = await pathsOf(page, api);
  expect(paths.length).toBeGreaterThan(25);
  const issues: string[] = [];
  for (const path of paths) {
    await goTo(page, path);
    await closeOthers(page);
    await expect(page.locator('.tab-page').filter({ visible: true })).toBeVisible();
    await expect(page.locator('.ant-skeleton, .bones, .ant-spin-spinning').filter({ visible: true })).toHaveCount(0);
    issues.push(...(await issuesOf(page)));
  }
  expect(issues).toEqual([]);
});

test('axe finds nothing on the pages before sign-in either', async ({ page }) => {
  for (const path of ['/login', '/register', '/error/40003', '/error/404']) {
    await page.goto(path);
    await expect(page.getByRole('button').or(page.getByRole('link')).first()).toBeVisible();
    expect(await issuesOf(page)).toEqual([]);
  }
});
