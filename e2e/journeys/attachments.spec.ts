import { join } from 'node:path';
import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { recording } from '../support/recording.ts';

const fixture = (name: string): string => join(import.meta.dirname, '../fixtures', name);

// The browser's own messages about the answers faked by the test.
test.use({ expectedErrors: [/Failed to load resource/] });

/** @see docs/postmortems/emptied-by-a-failed-reading.md */
test('attachments are uploaded in chunks that suit the connection, and their list survives a failing server', async ({
  openAsAdmin,
  api,
}) => {
  const { id } = await api.save('sys/org', { orgName: unique('机构'), orgCode: unique('o-') });
  const page = await openAsAdmin(`/base/org/view/${id}`);
  await page.getByRole('tab', { name: '附件' }).click();
  const choose = page.getByLabel('选择文件', { exact: true }).and(page.locator('input'));
  const files = page.getByRole('list', { name: '文件' });
  let posts = 0;
  page.on('request', (request) => void (posts += Number(request.url().endsWith('/api/file/upload'))));

  // At first the speed of the line is unknown: 4 MB per chunk. The next file uses the speed of the first, which was fast.
  await choose.setInputFiles({ name: '一.wav', mimeType: 'audio/wav', buffer: recording(9) });
  await expect(files.getByRole('listitem')).toHaveCount(1);
  expect(posts).toBe(3);
  await choose.setInputFiles({ name: '二.wav', mimeType: 'audio/wav', buffer: recording(9) });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  expect(posts).toBeLessThan(6);

  await page.route('**/api/file/select?**', (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 50300, message: '服务暂不可用，请稍后再试' } }),
  );
  await choose.setInputFiles(fixture('tone.mp3'));
  await expect(page.getByText('无法连接服务器，正在重试')).toBeVisible();
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await page.unroute('**/api/file/select?**');
  await expect(files.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText('无法连接服务器，正在重试')).toHaveCount(0);
});
