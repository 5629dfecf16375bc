import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Page } from '@playwright/test';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { unique, type Api } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { excelHtml, wordHtml } from '../support/office-clipboard.ts';
import { picturePlace, randomNotices } from '../support/random-notice.ts';

/* The editor keeps everything that the server allows in a notice (contract, notice-html.ts). */
const notice = (api: Api, msgContent: string): Promise<AnyRow> => api.save('sys/msg', { msgTitle: unique('公告'), msgContent });
const contentOf = async (api: Api, { id }: AnyRow): Promise<string> =>
  String((await api.call<AnyRow>('GET', `sys/msg/select/${id}`))['msgContent']);
const textOf = (page: Page) => page.getByRole('textbox', { name: '内容' });

async function saved(page: Page): Promise<void> {
  await page.getByRole('button', { name: /保存$/ }).click();
  await expect(page.getByRole('button', { name: /^编辑$/ })).toBeVisible();
}

/** The number of each element and attribute in a body, and its words. */
function partsOf(html: string): { elements: Map<string, number>; words: string } {
  const elements = new Map<string, number>();
  const alike: Record<string, string> = { b: 'strong', i: 'em' };
  for (const [, tag = '', attributes = ''] of html.matchAll(/<([a-z0-9]+)([^>]*)>/g))
    for (const part of [alike[tag] ?? tag, ...attributes.matchAll(/(?:href|start|colspan|rowspan|data-file|alt)="[^"]*"/g)].map(String))
      // A span of one has no effect.
      if (!/^(?:col|row)span="1"$/.test(part)) elements.set(part, (elements.get(part) ?? 0) + 1);
  return { elements, words: html.replaceAll(/<[^>]*>|\s/g, '') };
}

/** Types after some words of the body. The editor learns of a caret a moment after it moved, and of typed text at once: its own keys, such as Enter, come after that. */
async function typeAfter(page: Page, words: string, text: string): Promise<void> {
  await textOf(page).getByText(words, { exact: true }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

test('typing a letter keeps every element that the server allows', async ({ openAsAdmin, api }) => {
  const page = await openAsAdmin('/index');
  for (const random of randomNotices(5, 13)) {
    const { id } = await api.upload('图.png', pngOf(4, 4), { otcType: '', otcId: '' });
    const html = random.replaceAll(picturePlace, `<img data-file="${id}" alt="图">`);
    const row = await notice(api, `<p>起</p>${html}`);
    const before = partsOf(String(row['msgContent']));
    await goTo(page, `/base/msg/view/${row.id}?edit=1`);
    await typeAfter(page, '起', 'Z');
    await saved(page);
    const after = partsOf(await contentOf(api, row));
    for (const [part, count] of before.elements) {
      // The same mark on neighbouring words, and around other marks, may be written once or several times.
      const least = /^(?:strong|em|u|s|code|a|href.*)$/.test(part) ? 1 : count;
      expect(after.elements.get(part) ?? 0, `${part} of ${html}`).toBeGreaterThanOrEqual(least);
    }
    expect(after.words).toBe(before.words.replace('起', '起Z'));
  }
});

test('a table is inserted, filled and changed by keyboard, and saved as it was made', async ({ openAsAdmin, api }) => {
  const row = await notice(api, '<p>前</p>');
  const page = await openAsAdmin(`/base/msg/view/${row.id}?edit=1`);
  await typeAfter(page, '前', '文');
  await page.getByRole('button', { name: '插入表格' }).press('Enter');
  for (const words of ['甲', '乙', '丙', '1', '2', '3', '4', '5', '6']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Tab');
  }
  // Tab in the last cell adds a new row.
  await page.keyboard.type('7');
  const menu = page.getByRole('button', { name: '表格', exact: true });
  const choose = async (name: string) => {
    await menu.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('在右侧插入列');
  await choose('删除行');
  await page.keyboard.press('Control+Home');
  await expect(page.getByRole('button', { name: '插入表格' })).toBeVisible();
  await expectAccessible(page);
  await saved(page);
  const plain = (await contentOf(api, row)).replaceAll(/<\/?p>/g, '');
  expect(plain).toBe(
    '前文<table><tbody><tr><th>甲</th><th></th><th>乙</th><th>丙</th></tr>' +
      '<tr><td>1</td><td></td><td>2</td><td>3</td></tr><tr><td>4</td><td></td><td>5</td><td>6</td></tr></tbody></table>',
  );
});

test('content pasted from Word and Excel becomes headings, lists and tables', async ({ openAsAdmin, api }) => {
  const row = await notice(api, '<p>起</p>');
  const page = await openAsAdmin(`/base/msg/view/${row.id}?edit=1`);
  const paste = (html: string) =>
    textOf(page).evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  await typeAfter(page, '起', '始');
  await page.keyboard.press('Enter');
  await paste(wordHtml);
  await expect(page.getByText('其他网页或文档里的图片没有带入，请用“插入图片”放入')).toBeVisible();
  await page.keyboard.press('Control+End');
  await paste(excelHtml);
  await saved(page);
  await expect(page.getByRole('cell', { name: '人员', exact: true })).toHaveAttribute('colspan', '2');
  const html = (await contentOf(api, row)).replaceAll(/ (?:target|rel)="[^"]*"/g, '').replaceAll(/<p>(?:\s|&nbsp;)*<\/p>/g, '<p></p>');
  expect(html.replace(/(?:<p><\/p>)+$/, '')).toBe(
    '<p>起始</p><h1>值班安排</h1><p>请各部门<strong>按时</strong>到岗，见<a href="https://example.com/duty">说明</a></p><p></p>' +
      '<ul><li><p>早班</p><ul><li><p>六点到岗</p></li></ul></li><li><p>晚班</p></li></ul><ol start="3"><li><p>交接</p></li></ol>' +
      '<table><thead><tr><td><p><strong>日期</strong></p></td><td colspan="2"><p>人员</p></td></tr></thead>' +
      '<tbody><tr><td><p>1 月 2 日</p></td><td><p>张三</p></td><td><p></p></td></tr></tbody></table>' +
      '<table><tbody><tr><td colspan="3"><p>季度汇总</p></td></tr><tr><td rowspan="2"><p>华东</p></td><td><p>一月</p></td><td><p>1,234.50</p></td></tr>' +
      '<tr><td><p>二月<br />（预计）</p></td><td><p></p></td></tr></tbody></table>',
  );
});

test('content that the editor cannot represent is shown read-only with the reason, and saved unchanged', async ({ openAsAdmin, api }) => {
  const row = await notice(
    api,
    '<p>前</p><table><tbody><tr><td>1</td></tr><tr><td>2</td><td>3</td></tr></tbody></table><ul><ul><li>错位</li></ul></ul>',
  );
  const page = await openAsAdmin(`/base/msg/view/${row.id}?edit=1`);
  const shown = page.getByRole('group', { name: '内容' });
  await expect(shown.getByRole('alert')).toContainText('正文只能查看：其中的表格、列表写法不规范');
  await expect(shown.getByRole('listitem')).toHaveText('错位');
  await expect(textOf(page)).toHaveCount(0);
  const title = unique('改题');
  await page.getByLabel('标题').fill(title);
  await saved(page);
  expect(await contentOf(api, row)).toBe(row['msgContent']);
  expect((await api.call<AnyRow>('GET', `sys/msg/select/${row.id}`))['msgTitle']).toBe(title);
});

test('plain text keeps its lines, and a click changes nothing', async ({ openAsAdmin, api }) => {
  const plain = await notice(api, '第一行 1 < 2\n第二行');
  const list = await notice(api, '<ul><li>甲</li></ul>');
  const page = await openAsAdmin(`/base/msg/view/${list.id}?edit=1`);
  await textOf(page).click();
  await page.getByLabel('标题').click();
  await page.getByLabel('标题').fill(unique('改题'));
  await saved(page);
  expect(await contentOf(api, list)).toBe(list['msgContent']);
  await goTo(page, `/base/msg/view/${plain.id}?edit=1`);
  await typeAfter(page, '第二行', '！');
  await saved(page);
  expect(await contentOf(api, plain)).toBe('<p>第一行 1 &lt; 2</p><p>第二行！</p>');
});

test('a picture is inserted, described and shown to readers; once removed, it is deleted', async ({ openAsAdmin, api }) => {
  const page = await openAsAdmin('/base/msg/view/new');
  const title = unique('配图');
  await page.getByLabel('标题').fill(title);
  await textOf(page).click();
  await page.keyboard.type('见图');
  await page.getByLabel('选择图片').setInputFiles({ name: '平面图.png', mimeType: 'image/png', buffer: pngOf(900, 500) });
  await page.getByRole('textbox', { name: '图片说明' }).fill('一楼平面图');
  await expect(page.getByText('正在上传…')).toHaveCount(0);
  await expectAccessible(page);
  await saved(page);
  const [row] = await api.find('sys/msg', 'msgTitle', title);
  expect(await contentOf(api, row as AnyRow)).toMatch(/^<p>见图<\/p><p><img data-file="[-0-9a-f]{36}" alt="一楼平面图" \/><\/p>/);
  // As its readers see it, and not among the attachments.
  const shown = page.getByRole('img', { name: '一楼平面图' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
  await page.getByRole('tab', { name: '附件' }).click();
  await expect(
    page
      .getByText('没有附件')
      .or(page.getByRole('button', { name: '选择文件' }))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: '文件' })).toHaveCount(0);
  await goTo(page, `/base/msg/view/${row?.id}?edit=1`);
  await page.getByRole('button', { name: '删除图片' }).click();
  await saved(page);
  expect(await api.call('GET', `file/select?otcType=sys/msg&otcId=${row?.id}`)).toEqual([]);
});
