import { expect, test, type Page } from '@playwright/test';
import { axeIssues, rulesOfSchemes, type Scheme } from '../support/axe.ts';
import { startShowcase } from '../support/start-showcase.ts';

/* Every kind of field and every state of the engine's parts, with screenshots in test-results and checked by axe. */
let showcase: Awaited<ReturnType<typeof startShowcase>>;
test.beforeAll(async () => {
  showcase = await startShowcase();
});
test.afterAll(() => showcase.stop());

const heights = { 1440: 900, 390: 844 } as const;

async function open(page: Page, view: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: heights[1440] });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${showcase.baseURL}/?view=${view}`);
  await page.getByRole('main').waitFor();
  await page.evaluate(() => document.fonts.ready);
}

interface Look {
  fullPage?: boolean;
}

/** Takes screenshots of the page in four looks; returns axe's findings. */
async function lookAt(page: Page, view: string, { fullPage = true }: Look = {}): Promise<string[]> {
  const issues: string[] = [];
  const look = async (width: keyof typeof heights, scheme: Scheme, rules: readonly string[] = []): Promise<void> => {
    await page.setViewportSize({ width, height: heights[width] });
    const found = await axeIssues(page, scheme, rules);
    issues.push(...found.filter((issue) => !isDisabled(issue)).map((issue) => `${view} ${width} ${scheme}: ${issue}`));
    await page.screenshot({ path: test.info().outputPath(`${view}-${width}-${scheme}.png`), fullPage });
  };
  await look(1440, 'light');
  await look(390, 'light');
  await look(390, 'dark', rulesOfSchemes);
  await look(1440, 'dark', rulesOfSchemes);
  return issues;
}

/** WCAG requires no contrast for disabled elements; two inputs of antd do not mark the words in them as disabled. */
const isDisabled = (issue: string): boolean =>
  /^color-contrast: <(?:div class="ant-color-picker-trigger-text"|span class="ant-select-selection-item-content")/.test(issue);

test('axe finds nothing in every kind of field in every state', async ({ page }) => {
  await open(page, 'fields');
  const shown = page.locator('[data-kind]');
  await expect(shown.first()).toBeVisible();
  const kinds = await page.evaluate(() => document.body.dataset['kinds']?.split(' '));
  expect(kinds?.length).toBeGreaterThan(15);
  const found = await shown.evaluateAll((sections) => sections.map((section) => section.getAttribute('data-kind')));
  expect(new Set(found)).toEqual(new Set(kinds));
  for (const kind of kinds ?? []) expect(await page.locator(`[data-kind="${kind}"] [data-state]`).count(), `states of ${kind}`).toBe(11);
  await expect(page.getByText('不能为空')).toHaveCount(kinds?.length ?? 0);
  expect(await lookAt(page, 'fields')).toEqual([]);
});

test('axe finds nothing in a list in every state', async ({ page }) => {
  await open(page, 'lists');
  await expect(page.getByText('现在显示的是')).toBeVisible();
  await expect(page.locator('[data-state]')).toHaveCount(8);
  await expect(page.getByRole('heading', { name: '合同列表加载失败' })).toHaveCount(2);
  expect(await lookAt(page, 'lists')).toEqual([]);
});

test('axe finds nothing in buttons, tags, cards and trees', async ({ page }) => {
  await open(page, 'parts');
  // A chart is drawn when it comes into view.
  await page.getByRole('region', { name: '近三十天登录' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('img', { name: '近三十天登录，图' })).toBeVisible();
  expect(await lookAt(page, 'parts')).toEqual([]);
});

test('axe finds nothing in ten thousand rows and as many cards', async ({ page }) => {
  await open(page, 'many');
  await expect(page.getByText('共 10,000 条')).toBeAttached();
  expect(await lookAt(page, 'many', { fullPage: false })).toEqual([]);
});

test('axe finds nothing in dialogs, a form, its validation errors and a conflict', async ({ page }) => {
  await open(page, 'dialogs');
  const dialog = page.getByRole('dialog');
  for (const name of ['删除确认', '离开确认']) {
    await page.getByRole('button', { name }).click();
    await expect(dialog).toBeVisible();
    expect(await lookAt(page, name)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.getByLabel('名称').fill('');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('名称不能为空')).toBeVisible();
  expect(await lookAt(page, 'refused')).toEqual([]);
  await page.getByLabel('名称').fill('补充协议');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dialog).toContainText('顾砚舟');
  expect(await lookAt(page, 'conflict')).toEqual([]);
});
