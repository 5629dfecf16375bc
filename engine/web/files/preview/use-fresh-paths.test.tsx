import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '../../testing/stub-server.ts';
import { FileList } from '../upload/file-list.tsx';

/** A red dot. */
const dot = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
/** An id for each name. */
const idOf = (name: string): string =>
  `0199b000-0000-7000-8000-${name.length}${Array.from(name, (letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(11, '0')
    .slice(0, 11)}`;
const file = (fileName: string, filePath = dot, fileSize = 100): FileRecord =>
  ({
    id: idOf(fileName),
    fileName,
    fileAlias: '',
    fileType: fileName.slice(fileName.lastIndexOf('.') + 1),
    fileSize,
    filePath,
    thumbnailPath: null,
    createTime: '2026-03-04 05:06:07',
  }) as FileRecord;
const dialog = page.getByRole('dialog');
const opener = (name: string) => page.getByRole('list', { name: '文件' }).getByRole('button', { name, exact: true });
const tool = (name: string) => dialog.getByRole('button', { name, exact: true });
const open = async (name: string, files: readonly FileRecord[]): Promise<void> => {
  await draw(<FileList files={files} />);
  await opener(name).click();
  await expect.element(dialog).toHaveAccessibleName(`预览 ${name}`);
};

describe('the path of a file that is shown', () => {
  const fresh = { 'GET /api/file/select': [file('a.png', dot), file('b.png', dot), file('a.xlsx', '/files/new')] };

  test('is read anew when the image cannot be loaded, as it may have expired', async () => {
    const calls = stubServer(fresh);
    await open('a.png', [file('a.png', 'data:image/png;base64,AAAA')]);
    await expect.element(dialog.getByRole('img', { name: 'a.png' })).toBeVisible();
    expect(calls.map(({ query }) => query.get('ids'))).toEqual([idOf('a.png')]);
    await expect.element(dialog.getByRole('link', { name: '下载a.png' })).toHaveAttribute('href', dot);
  });

  test('is read anew when a document cannot be read', async () => {
    stubServer({
      ...fresh,
      'GET /files/old': () => new Response(null, { status: 403 }),
      'GET /files/new': () => new Response('not a workbook'),
    });
    await open('a.xlsx', [file('a.xlsx', '/files/old')]);
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('文件已损坏');
  });

  test('is read anew when the window is shown again after long, for the files beside it too, and loads nothing twice', async () => {
    const calls = stubServer(fresh);
    await open('a.png', [file('a.png', `${dot}#old`), file('b.png', `${dot}#old`)]);
    const image = dialog.getByRole('img', { name: 'a.png' });
    await expect.element(image).toHaveAttribute('src', `${dot}#old`);
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + 31 * 60_000);
    dispatchEvent(new Event('visibilitychange'));
    await expect.element(dialog.getByRole('link', { name: '下载a.png' })).toHaveAttribute('href', dot);
    await expect.element(image).toHaveAttribute('src', `${dot}#old`);
    await tool('下一个').click();
    await expect.element(dialog.getByRole('img', { name: 'b.png' })).toHaveAttribute('src', dot);
    expect(calls).toHaveLength(1);
  });

  test('is read anew beside files of a company’s own, which the server knows by no id', async () => {
    const calls = stubServer(fresh);
    await open('a.png', [file('a.png', 'data:image/png;base64,AAAA'), { ...file('b.png'), id: 'own/b.png' }]);
    await expect.element(dialog.getByRole('link', { name: '下载a.png' })).toHaveAttribute('href', dot);
    expect(calls.map(({ query }) => query.get('ids'))).toEqual([idOf('a.png')]);
  });

  test('is not read if the server knows none of the files', async () => {
    const calls = stubServer();
    await open('a.png', [{ ...file('a.png', 'data:image/png;base64,AAAA'), id: 'own/a.png' }]);
    await expect.element(dialog.getByRole('img', { name: '加载失败' })).toBeVisible();
    expect(calls).toEqual([]);
  });
});
