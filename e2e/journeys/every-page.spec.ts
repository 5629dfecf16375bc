import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { axeIssues, rulesOfSchemes, schemesOf } from '../support/axe.ts';
import { cutTexts } from '../support/cut-texts.ts';
import { closeOthers } from '../support/close-others.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { pathsOf } from '../support/page-paths.ts';
import { smallTargets } from '../support/small-targets.ts';

const heights = { 1440: 900, 390: 844 };

/** Sets the width of the window, and waits until a list is drawn for it: a table, or cards if there is no room for one. */
async function widen(page: Page, width: keyof typeof heights): Promise<void> {
  await page.setViewportSize({ width, height: heights[width] });
  await expect(page.locator(width === 390 ? '.list-table' : '.list-cards').filter({ visible: true })).toHaveCount(0);
}

/** Checks the page in each width and scheme; returns the issues. */
async function issuesOf(page: Page): Promise<string[]> {
  const [here, other] = await schemesOf(page);
  const issues: string[] = [];
  const say = (found: readonly string[], look: string) =>
    issues.push(...found.map((issue) => `${new URL(page.url()).pathname} ${look}: ${issue}`));
  for (const width of [1440, 390] as const) {
    await widen(page, width);
    say(await axeIssues(page, here), `${width} ${here}`);
    say(await cutTexts(page), `${width}, cut without a way to the rest`);
  }
  if ((await page.evaluate(() => document.documentElement.scrollWidth)) > 390) say(['wider than the screen'], '390');
  say(await smallTargets(page), '390, smaller than a finger');
  for (const width of [390, 1440] as const) {
    await widen(page, width);
    say(await axeIssues(page, other, rulesOfSchemes), `${width} ${other}`);
  }
  return issues;
}

test('axe finds nothing on any page, in light or dark, wide or narrow', async ({ openAsAdmin, api }) => {
  test.setTimeout(900_000);
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
    await expect(page.locator('.ant-skeleton, .skeleton, .ant-spin-spinning').filter({ visible: true })).toHaveCount(0);
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
