import type { Page } from '@playwright/test';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { sheetsOf } from '../support/sheets.ts';

const wordsOf = (sheets: readonly { words: string }[]): string => sheets.map(({ words }) => words).join('');

/** A headless browser prints nothing by itself. */
const notePrint = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });

test('prints everything that a filter finds, with a heading and page numbers on each sheet', async ({ openAsAdmin, api }) => {
  const name = unique('paper');
  const roles = Array.from({ length: 60 }, (_, at) => ({
    roleName: `${name}-${at + 1}`,
    roleCode: `${name}-${at + 1}`,
    roleStatus: '正常',
  }));
  for (const role of roles) await api.save('sys/role', role);
  const page = await openAsAdmin(`/sys/role/list?search=${name}`);
  await expect(page.getByText('共 60 条')).toBeVisible();
  await notePrint(page);
  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog', { name: /^打印/ });
  await dialog.getByRole('radio', { name: '符合条件的全部 60 条' }).click();
  await dialog.getByRole('button', { name: '打印' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  const sheets = await sheetsOf(page);
  expect(sheets.length).toBeGreaterThan(1);
  expect(sheets[0]?.words).toContain('(admin)');
  for (const [at, { words, isMarked }] of sheets.entries()) {
    expect(words).toMatch(new RegExp(`第${at + 1}.,共${sheets.length}.`));
    // The heading of the table is repeated on each.
    expect(words).toContain('数据范围');
    expect(isMarked).toBe(false);
  }
  const words = wordsOf(sheets);
  for (const { roleName } of roles) expect(words).toContain(roleName);
});

test('prints a list without its surroundings, also from the browser’s own menu', async ({ openAsAdmin, api }) => {
  const name = unique('paper');
  await api.save('sys/user', { userName: name, userAccount: name, userStatus: '正常' });
  const views = [{ id: 'mine', name: unique('常看'), query: 'eq=userStatus:正常' }];
  await api.call('PUT', 'sys/user/preference/views.sys.user', { value: { views } });
  const page = await openAsAdmin(`/sys/user/list?search=${name}`);
  await expect(page.getByRole('link', { name })).toBeVisible();
  const about = [page.getByRole('complementary', { name: '按机构筛选' }), page.getByRole('navigation', { name: '常用筛选' })];
  for (const part of about) await expect(part).toBeVisible();
  const sheets = await sheetsOf(page);
  expect(sheets).toHaveLength(1);
  expect(wordsOf(sheets)).toContain(name);
  await page.emulateMedia({ media: 'print' });
  for (const part of about) await expect(part).toBeHidden();
  await api.call('PUT', 'sys/user/preference/views.sys.user', { value: null });
});

test('prints the whole tree, each record below its parent', async ({ openAsAdmin, api }) => {
  const name = unique('树');
  const above = await api.save('sys/org', { orgName: `${name}总部`, orgCode: unique('t-') });
  const below = await api.save('sys/org', { orgName: `${name}分部`, orgCode: unique('t-'), parentId: above.id });
  await api.save('sys/org', { orgName: `${name}小组`, orgCode: unique('t-'), parentId: below.id });
  const page = await openAsAdmin('/base/org/list');
  await expect(page.getByText(`${name}总部`)).toBeVisible();
  await expect(page.getByText(`${name}小组`)).toHaveCount(0);
  await notePrint(page);
  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog', { name: '打印机构' });
  await dialog.getByRole('radio', { name: /^符合条件的全部/ }).click();
  await dialog.getByRole('button', { name: '打印' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  expect(wordsOf(await sheetsOf(page))).toMatch(new RegExp(`${name}总部.*${name}分部.*${name}小组`));
});

test('prints a record with heading and page numbers, and only the record if it is open beside its list', async ({ openAsAdmin, api }) => {
  const name = unique('paper');
  const [role] = [
    await api.save('sys/role', { roleName: `${name}-one`, roleCode: `${name}-one`, roleStatus: '正常', roleRemark: '备注写在纸上' }),
    await api.save('sys/role', { roleName: `${name}-two`, roleCode: `${name}-two`, roleStatus: '正常' }),
  ];
  const page = await openAsAdmin(`/sys/role/list?search=${name}&record=${role.id}`);
  await expect(page.getByLabel('基本信息').getByText('备注写在纸上')).toBeVisible();
  const beside = await sheetsOf(page);
  expect(wordsOf(beside)).toMatch(new RegExp(`\\(admin\\).*${name}-one.*备注写在纸上`));
  expect(wordsOf(beside)).not.toContain(`${name}-two`);
  await page.goto(`/sys/role/view/${role.id}`);
  await expect(page.getByLabel('基本信息').getByText('备注写在纸上')).toBeVisible();
  const alone = await sheetsOf(page);
  expect(wordsOf(alone)).toMatch(/\(admin\).*备注写在纸上/);
  for (const [at, { words }] of alone.entries()) expect(words).toMatch(new RegExp(`第${at + 1}.,共${alone.length}.`));
});

test('prints a notice as its reader sees it: title, text and fitting pictures, but neither list nor buttons', async ({
  openAsAdmin,
  api,
}) => {
  const upload = (name: string, width: number, height: number) => api.upload(name, pngOf(width, height), { otcType: '', otcId: '' });
  const [wide, tall] = [await upload('宽.png', 2400, 300), await upload('高.png', 300, 4000)];
  const picture = ({ id }: { id: string }, alt: string): string => `<p><img data-file="${id}" alt="${alt}"></p>`;
  const msgTitle = unique('检修通知');
  const notice = await api.save('sys/msg', {
    msgTitle,
    msgContent: `<h2>安排</h2>${picture(wide, '平面图')}<p>如上图</p>${picture(tall, '流程图')}<p>完</p>`,
    msgScope: '全部',
    msgStatus: '已发布',
  });
  const page = await openAsAdmin(`/message?notice=${notice.id}`);
  const shown = page.getByRole('region', { name: '消息内容' });
  for (const alt of ['平面图', '流程图'])
    await expect
      .poll(() => shown.getByRole('img', { name: alt }).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  const sizes = await shown
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => image.getBoundingClientRect().toJSON() as DOMRect));
  for (const { width, height } of sizes) {
    expect(width).toBeLessThanOrEqual(1440);
    expect(height).toBeLessThanOrEqual((220 / 25.4) * 96 + 1);
  }
  await page.emulateMedia({ media: null });
  const words = wordsOf(await sheetsOf(page));
  expect(words).toContain(msgTitle);
  expect(words).toMatch(/安排.*如上图.*完/);
  expect(words).not.toMatch(/全部已读|返回列表|我已知晓/);
});
