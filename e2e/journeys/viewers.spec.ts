import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { rowOf } from '../support/press.ts';

test.use({ settings: { OFFICE_VIEWER_URL: 'https://viewer.example.com/view?src={url}' } });

const fixture = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, '../fixtures', name));

test('plays uploaded videos, zooms images by pinching, and opens documents in the online viewer', async ({ openAsAdmin, api }) => {
  const owner = { otcType: 'sys/org', otcId: (await api.save('sys/org', { orgName: unique('机构'), orgCode: unique('o-') })).id };
  await api.upload('图.png', dot, owner);
  await api.upload('短片.flv', await fixture('clip.flv'), owner);
  const playlist = (await fixture('clip.m3u8')).toString().replace('clip.mpegts', '片段.ts');
  await api.upload('短片.m3u8', Buffer.from(playlist), owner);
  await api.upload('片段.ts', await fixture('clip.mpegts'), owner);
  await api.upload('缺片段.m3u8', Buffer.from(playlist.replace('片段.ts', '别的.ts')), owner);
  await api.upload('说明.docx', await fixture('doc.docx'), owner);
  await api.upload('旧.doc', await fixture('doc.doc'), owner);

  const page = await openAsAdmin(`/base/org/view/${owner.otcId}`);
  await page.getByRole('tab', { name: '附件' }).click();
  const dialog = page.getByRole('dialog');
  const open = async (name: string): Promise<void> => {
    await page.getByRole('list', { name: '文件' }).getByRole('button', { name, exact: true }).click();
    await expect(dialog).toHaveAccessibleName(`预览 ${name}`);
  };
  const close = () => page.keyboard.press('Escape');

  await open('图.png');
  await expect(dialog.getByRole('img', { name: '图.png' })).toBeVisible();
  await pinch(page, 100, 250);
  await expect(dialog.getByText(/^\d+%$/)).toHaveText('250%');
  await pinch(page, 250, 100);
  await expect(dialog.getByText(/^\d+%$/)).toHaveText('100%');
  await close();

  for (const name of ['短片.flv', '短片.m3u8']) {
    await open(name);
    await expect.poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
    await dialog.getByRole('button', { name: '循环播放' }).click();
    await expect(dialog.locator('video')).toHaveJSProperty('loop', true);
    await close();
  }
  await open('缺片段.m3u8');
  await expect(dialog.getByRole('alert')).toHaveText('找不到视频片段 别的.ts，请把它上传到同一处');
  await close();

  // The viewer is somebody else's server: it downloads the document itself, without a session.
  await page.route('https://viewer.example.com/**', async (route) => {
    const answer = await fetch(new URL(route.request().url()).searchParams.get('src') ?? '');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const body = `<meta charset="utf-8"><p>${answer.status} ${bytes.length} ${route.request().headers()['referer'] ?? '无来源'}</p>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
  for (const [name, from] of [
    ['说明.docx', 'doc.docx'],
    ['旧.doc', 'doc.doc'],
  ] as const) {
    await open(name);
    const size = (await fixture(from)).length;
    await expect(page.frameLocator('.gallery-frame').getByText(`200 ${size} 无来源`)).toBeVisible();
    await close();
  }

  // A video also plays in the list of files, although its segments are not on that page.
  await goTo(page, `/sys/file/list?eq=fileName:短片.m3u8&eq=otcId:${owner.otcId}`);
  await rowOf(page, '短片.m3u8').getByRole('button', { name: '预览' }).click();
  await expect(dialog).toHaveAccessibleName('预览 短片.m3u8');
  await expect.poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
});

/** Two fingers on the image, at these first and last distances. */
async function pinch(page: Page, from: number, to: number): Promise<void> {
  const box = await page.locator('.gallery-image').boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const touch = await page.context().newCDPSession(page);
  const at = (distance: number) => [-1, 1].map((side, id) => ({ x: x + (side * distance) / 2, y, id }));
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (let step = 1; step <= 5; step += 1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(from + ((to - from) * step) / 5) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}

/** An image of a red dot. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
