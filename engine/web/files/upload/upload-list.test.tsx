import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { UploadList } from './upload-list.tsx';
import type { Upload } from './upload.ts';

const mb = 1024 * 1024;
const upload = (values: Partial<Upload>): Upload =>
  ({
    key: 'k',
    name: '录音.wav',
    size: 6 * mb,
    own: true,
    sent: 2 * mb,
    state: 'uploading',
    speed: 0,
    secondsLeft: undefined,
    needsFile: false,
    reason: undefined,
    ...values,
  }) as Upload;
const row = page.getByRole('list', { name: '正在上传' }).getByRole('listitem');

test.each<[Partial<Upload>, string]>([
  [{ sent: 0 }, '准备上传 · 6 MB'],
  [{}, '33% · 2 MB / 6 MB'],
  [{ speed: mb, secondsLeft: 4 }, '33% · 2 MB / 6 MB · 1 MB/秒 · 剩余 4 秒'],
  [{ sent: 6 * mb, speed: mb, secondsLeft: 0 }, '100% · 6 MB / 6 MB · 1 MB/秒'],
  [{ state: 'paused' }, '已暂停 · 2 MB / 6 MB'],
  [{ state: 'waiting', reason: '网络异常，恢复后自动继续' }, '网络异常，恢复后自动继续 · 2 MB / 6 MB'],
  [{ state: 'unfinished' }, '未完成 · 2 MB / 6 MB'],
  [{ state: 'unfinished', needsFile: true }, '上次上传到 33%，重新选择该文件后继续'],
])('an upload with %j reads: %s', async (values, words) => {
  await draw(<UploadList items={[upload(values)]} />);
  await expect.element(row).toMatchTextContent(words);
});

test('offers the action that fits each upload: pausing, resuming, or choosing its file again', async () => {
  await draw(
    <UploadList
      items={[
        upload({ key: 'a', name: 'a.wav' }),
        upload({ key: 'b', name: 'b.wav', state: 'paused' }),
        upload({ key: 'c', name: 'c.wav', state: 'unfinished', needsFile: true }),
      ]}
    />,
  );
  await expect.element(page.getByRole('button', { name: '暂停上传a.wav' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: '继续上传b.wav', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: '选择原文件继续上传c.wav' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: '继续上传c.wav', exact: true })).not.toBeInTheDocument();
});

test('an empty file is complete from the start, and a long name does not overflow its row', async () => {
  await draw(<UploadList items={[upload({ name: `${'长'.repeat(300)}.wav`, size: 0, sent: 0 })]} />);
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});
