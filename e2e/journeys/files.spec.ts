import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileRecord } from '@back-office/contract/calls/file.ts';
import type { Page, Request } from '@playwright/test';
import { unique } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { rowOf } from '../support/press.ts';
import { recording } from '../support/recording.ts';

// Chunks of a megabyte, so that a file of a few is sent in several.
test.use({ settings: { UPLOAD_CHUNK_MB: '1' } });

const fixture = (name: string): string => join(import.meta.dirname, '../fixtures', name);

/** Lets `most` chunks through to the server and holds the others until they are released. */
async function holdAfter(page: Page, most: number): Promise<() => Promise<void>> {
  let sent = 0;
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/file/upload', async (route) => {
    sent += 1;
    if (sent > most) await gate;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    letGo();
    await page.unroute('**/api/file/upload');
  };
}

/** The page reads its files again, as when its window is shown again. */
async function nextRead(page: Page): Promise<Request> {
  let isSent = false;
  const read = page.waitForRequest('**/api/file/select?*').finally(() => (isSent = true));
  // Shown more than once: while a page still takes in its last answer, it does not read again.
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
      return isSent;
    })
    .toBe(true);
  await (await read).response();
  return read;
}

test('an upload can be paused, survives reloads, and sends nothing twice', async ({ openAsAdmin, api }) => {
  const { id } = await api.save('sys/org', { orgName: unique('机构'), orgCode: unique('o-') });
  const page = await openAsAdmin(`/base/org/view/${id}`);
  await page.getByRole('tab', { name: '附件' }).click();
  const choose = page.getByLabel('选择文件', { exact: true }).and(page.locator('input'));
  // A name does not make an image, and the refusal says so.
  await choose.setInputFiles({ name: '照片.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') });
  await expect(page.getByText('文件内容与扩展名 .png 不符，或文件已损坏')).toBeVisible();

  const name = '会议录音.wav';
  const buffer = recording(6);
  const release = await holdAfter(page, 2);
  await choose.setInputFiles({ name, mimeType: 'audio/wav', buffer });
  const row = page.getByRole('list', { name: '正在上传' }).getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(/[1-5] MB \/ 6 MB/);
  await row.getByRole('button', { name: `暂停上传${name}` }).click();
  await expect(row).toContainText('已暂停');
  await expectAccessible(page);
  const amount = async () => Number(/([\d.]+) MB \/ 6 MB/.exec(await row.innerText())?.[1]);
  const seen = await amount();
  await release();

  await page.reload();
  await page.getByRole('tab', { name: '附件' }).click();
  await expect(row).toContainText('已暂停');
  // Chunks in transfer are lost with the page, but the displayed progress does not go back.
  expect(await amount()).toBeGreaterThanOrEqual(seen);
  const again = await holdAfter(page, 1);
  await row.getByRole('button', { name: `继续上传${name}` }).click();
  await expect(row.getByRole('button', { name: `暂停上传${name}` })).toBeVisible();
  await again();
  // It was not paused, so it resumes by itself.
  await page.reload();
  await page.getByRole('tab', { name: '附件' }).click();
  const files = page.getByRole('list', { name: '文件' });
  await expect(files.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  const [record] = await api.call<FileRecord[]>('GET', `file/select?otcType=sys/org&otcId=${id}`);
  expect(record).toMatchObject({ fileName: name, fileSize: buffer.length, fileType: 'wav' });

  // The same bytes under another name: nothing is sent.
  let posts = 0;
  page.on('request', (request) => void (posts += Number(request.url().endsWith('/api/file/upload'))));
  await choose.setInputFiles({ name: '副本.wav', mimeType: 'audio/wav', buffer });
  await expect(files.getByRole('button', { name: '副本.wav', exact: true })).toBeVisible();
  expect(posts).toBe(0);
});

test('a file of a new notice that is still uploading when the saved notice is reloaded belongs to that notice', async ({
  openAsAdmin,
  api,
}) => {
  const page = await openAsAdmin('/base/msg/view/new');
  const title = unique('附件');
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  await page.getByRole('textbox', { name: '内容' }).fill('录音见附件');
  const release = await holdAfter(page, 1);
  const file = { name: '讲话.wav', mimeType: 'audio/wav', buffer: recording(3) };
  await page.getByLabel('选择文件', { exact: true }).and(page.locator('input')).setInputFiles(file);
  await expect(page.getByRole('list', { name: '正在上传' })).toContainText('1 MB / 3 MB');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/view\/[\da-f-]{36}/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.reload();
  await release();
  await page.getByRole('tab', { name: '附件', exact: true }).click();
  await expect(page.getByRole('button', { name: file.name, exact: true })).toBeVisible();
  expect(await api.call<FileRecord[]>('GET', `file/select?otcType=sys/msg&otcId=${id}`)).toMatchObject([{ fileName: file.name }]);
});

test.describe('without a network', () => {
  // The browser's own messages about the failed chunks.
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('an upload waits for a lost network, and dropped or pasted files are accepted', async ({ openAsAdmin, api, context }) => {
    const { id } = await api.save('sys/org', { orgName: unique('机构'), orgCode: unique('o-') });
    const page = await openAsAdmin(`/base/org/view/${id}`);
    await page.getByRole('tab', { name: '附件' }).click();
    await expect(page.locator('.upload-zone')).toBeVisible();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['%PDF-1.4\n1 0 obj<</Title(pasted)>>endobj\nstartxref\n0\n%%EOF'], '粘贴.pdf', { type: 'application/pdf' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    const files = page.getByRole('list', { name: '文件' });
    await expect(files.getByRole('button', { name: '粘贴.pdf', exact: true })).toBeVisible();

    const release = await holdAfter(page, 1);
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], '拖放.wav', { type: 'audio/wav' }));
      return transfer;
    }, recording(3).toString('base64'));
    await page.locator('.upload-zone').dispatchEvent('drop', { dataTransfer: data });
    const row = page.getByRole('list', { name: '正在上传' }).getByRole('listitem').filter({ hasText: '拖放.wav' });
    await expect(row).toContainText('1 MB / 3 MB');
    await context.setOffline(true);
    await release();
    await expect(row).toContainText('网络异常，恢复后自动继续');
    await context.setOffline(false);
    await expect(files.getByRole('button', { name: '拖放.wav', exact: true })).toBeVisible();
  });
});

test.describe('the gallery', () => {
  test('renders each kind of document', async ({ openAsAdmin, api }) => {
    const { id } = await api.save('sys/org', { orgName: unique('机构'), orgCode: unique('o-') });
    const page = await openAsAdmin(`/base/org/view/${id}`);
    await page.getByRole('tab', { name: '附件' }).click();
    const choose = page.getByLabel('选择文件', { exact: true }).and(page.locator('input'));
    const names = ['doc.docx', 'doc.pdf', 'sheet.xlsx', 'deck.pptx', 'clip.mp4', 'clip.flv', 'clip.m3u8', 'tone.mp3'];
    await choose.setInputFiles(names.map(fixture));
    const files = page.getByRole('list', { name: '文件' });
    await expect(files.getByRole('listitem')).toHaveCount(names.length);

    await choose.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
    await expect(files.getByRole('listitem')).toHaveCount(names.length + 1);

    const dialog = page.getByRole('dialog');
    const frame = page.frameLocator('.gallery-frame');
    const view = async (name: string) => {
      await files.getByRole('button', { name, exact: true }).press('Enter');
      await expect(dialog).toHaveAccessibleName(`预览 ${name}`);
      await expect(page.getByText('正在绘制')).toHaveCount(0);
    };
    const leave = async (name: string) => {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(files.getByRole('button', { name, exact: true })).toBeFocused();
    };
    await view('doc.docx');
    await expect(frame.getByRole('heading', { name: '年度预算说明' }).or(frame.getByText('年度预算说明')).first()).toBeVisible();
    await expectAccessible(page, ['light']);
    // Links in a document do nothing. Pressing one is use of the session, as anywhere in the window.
    await expect.poll(async () => (await nextRead(page)).allHeaders()).toHaveProperty('x-unattended');
    let isUsed = false;
    const use = page.waitForRequest(async (request) => {
      const headers = await request.allHeaders();
      return request.method() === 'GET' && 'authorization' in headers && !('x-unattended' in headers);
    });
    const used = use.then(() => (isUsed = true));
    await frame.getByText('外部链接').click();
    await expect.poll(async () => (await nextRead(page)) && isUsed).toBe(true);
    await used;
    await expect(frame.getByText('年度预算说明')).toBeVisible();
    await leave('doc.docx');
    await view('doc.pdf');
    await expect(frame.getByText('年度预算说明')).toBeAttached();
    await leave('doc.pdf');
    await view('sheet.xlsx');
    await expect(dialog.getByRole('cell', { name: '财务部' })).toBeVisible();
    await expectAccessible(page, ['light']);
    await leave('sheet.xlsx');
    await view('deck.pptx');
    await expect(frame.getByText('季度工作汇报')).toBeVisible();
    await leave('deck.pptx');
    for (const name of ['clip.mp4', 'tone.mp3']) {
      await view(name);
      await expect.poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
      await leave(name);
    }
    await view('dot.png');
    await expect(dialog.getByRole('img', { name: 'dot.png' })).toBeVisible();
    await expectAccessible(page);
    await leave('dot.png');
  });

  test('steps through the files of a list in its order, and counts files and pages separately', async ({ openAsAdmin, api }) => {
    const name = unique('次序');
    const owner = async () => ({
      otcType: 'sys/org',
      otcId: (await api.save('sys/org', { orgName: unique('机构'), orgCode: unique('o-') })).id,
    });
    const pdf = await readFile(fixture('doc.pdf'));
    // Files of two records, not in the order of upload.
    await api.upload(`${name}二.pdf`, pdf, await owner());
    await api.upload(`${name}三.png`, dot, await owner());
    await api.upload(`${name}一.png`, dot, await owner());
    const page = await openAsAdmin(`/sys/file/list?like=fileName:${name}&sort=fileName:desc`);
    const names = page.locator('.list-table .record-link');
    await expect(names).toHaveCount(3);
    const order = await names.allTextContents();
    const dialog = page.getByRole('dialog');
    await rowOf(page, order[0] ?? '')
      .getByRole('button', { name: '预览' })
      .click();
    for (const [at, shown] of order.entries()) {
      await expect(dialog).toHaveAccessibleName(`预览 ${shown}`);
      await expect(dialog.getByText(`文件 ${at + 1} / 3`)).toBeVisible();
      if (shown.endsWith('.pdf')) await expect(page.frameLocator('.gallery-frame').getByLabel('第 1 页')).toBeVisible();
      await page.keyboard.press('ArrowRight');
    }
    await expect(dialog).toHaveAccessibleName(`预览 ${order[0]}`);
  });
});

/** An image of a red dot. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
