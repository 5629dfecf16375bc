import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '../../testing/stub-server.ts';
import { Uploader, type UploaderProps } from './uploader.tsx';
import { uploads } from './uploads.ts';

const record = (id: string, fileName: string): FileRecord =>
  ({
    id,
    fileName,
    fileAlias: '',
    fileType: fileName.split('.').at(-1) ?? '',
    fileSize: 2_500_000,
    filePath: `/files/${id}`,
    thumbnailPath: null,
    createTime: '2026-03-04 05:06:07',
  }) as FileRecord;

const drawUploader = (more: Partial<UploaderProps> = {}) => draw(<Uploader otcId="1" otcType="sys/msg" files={[]} {...more} />);
const choose = (...files: File[]): Promise<void> => userEvent.upload(page.getByLabelText('选择文件', { exact: true }).first(), files);
const file = (name: string, size = 100): File => new File([new Uint8Array(size)], name);
const going = (): string[] => uploads.get().map(({ name }) => name);

beforeEach(() => {
  // Uploads stay in progress: the server never answers.
  const never = () => new Promise(() => undefined);
  stubServer({ 'GET /api/file/select': [], 'POST /api/file/save-known': never, 'POST /api/file/upload': never });
  for (const { key } of uploads.get()) uploads.remove(key);
});

describe('the uploader', () => {
  test('states the accepted types, size and number', async () => {
    await drawUploader({ types: ['pdf', 'png'], maxSize: 1.5, limit: 3 });
    await expect.element(page.getByText('支持 pdf、png；单个不超过 1.5M，最多 3 个')).toBeVisible();
  });

  test('refuses a file of another type with a message, and uploads the others', async () => {
    await drawUploader({ types: ['pdf'] });
    await choose(file('a.exe'), file('b.pdf'));
    await expect.element(page.getByText(/a\.exe|类型|格式/).first()).toBeVisible();
    await expect.poll(going).toEqual(['b.pdf']);
  });

  test('refuses a file that is too large', async () => {
    await drawUploader({ types: ['pdf'], maxSize: 1 });
    await choose(file('big.pdf', 1024 * 1024 + 1));
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    expect(going()).toEqual([]);
  });

  test('refuses too many files as a whole, counting those that are already stored', async () => {
    await drawUploader({ types: ['pdf'], limit: 2, files: [record('1', '旧.pdf')] });
    await choose(file('a.pdf'), file('b.pdf'));
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    expect(going()).toEqual([]);
  });

  test('accepts a file pasted outside a field; within a field a paste is text', async () => {
    await drawUploader({ types: ['png'] });
    const paste = (target: Element): void => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(10)], 'image.png', { type: 'image/png' }));
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    };
    const input = document.body.appendChild(document.createElement('input'));
    paste(input);
    expect(going()).toEqual([]);
    paste(document.body);
    await expect.poll(going).toHaveLength(1);
    input.remove();
  });

  test('accepts a dropped file, and highlights the drop zone while one is dragged over it', async () => {
    await drawUploader({ types: ['png'] });
    const zone = document.querySelector('.upload-zone') ?? document.body;
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file('dropped.png'));
    zone.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
    await expect.poll(() => zone.className).toContain('upload-over');
    zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await expect.poll(going).toEqual(['dropped.png']);
    await expect.poll(() => zone.className).not.toContain('upload-over');
  });

  test('accepts no files when it is read-only', async () => {
    await drawUploader({ disabled: true, files: [record('1', '旧.pdf')], onDelete: () => undefined });
    await expect.element(page.getByRole('button', { name: '选择文件' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: '删除旧.pdf' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: '下载旧.pdf' })).toBeVisible();
  });
});

describe('an upload in progress', () => {
  test('shows its progress, and can be paused, resumed and removed', async () => {
    await drawUploader({ types: ['pdf'] });
    await choose(file('a.pdf', 5000));
    const list = page.getByRole('list', { name: '正在上传' });
    await expect.element(list).toMatchTextContent('a.pdf');
    await expect.element(page.getByRole('progressbar', { name: 'a.pdf的上传进度' })).toBeInTheDocument();
    await page.getByRole('button', { name: '暂停上传a.pdf' }).click();
    await expect.element(list).toMatchTextContent('已暂停');
    await page.getByRole('button', { name: '继续上传a.pdf' }).click();
    await expect.element(list).not.toMatchTextContent('已暂停');
    await page.getByRole('button', { name: '移除a.pdf' }).click();
    await expect.element(list).not.toBeInTheDocument();
  });

  test('of another record is not shown here', async () => {
    await drawUploader({ types: ['pdf'], otcId: '1' });
    await choose(file('a.pdf'));
    await expect.poll(going).toEqual(['a.pdf']);
    const other = await drawUploader({ types: ['pdf'], otcId: '2' });
    expect(page.elementLocator(other.container).getByText('a.pdf').elements()).toEqual([]);
  });
});

describe('a stored file', () => {
  test('is listed with its size and time, and can be opened, downloaded and deleted', async () => {
    const gone: string[] = [];
    await drawUploader({ files: [record('1', '报告.pdf'), record('2', '图.png')], onDelete: ({ id }) => gone.push(id) });
    const list = page.getByRole('list', { name: '文件' });
    await expect.element(list).toMatchTextContent('2.4 MB · 2026-03-04 05:06:07');
    const gallery = page.getByRole('dialog');
    await list.getByRole('button', { name: '图.png', exact: true }).click();
    await expect.element(gallery).toHaveAccessibleName('预览 图.png');
    await userEvent.keyboard('{Escape}');
    await expect.element(gallery).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: '下载报告.pdf' })).toHaveAttribute('download', '报告.pdf');
    await page.getByRole('button', { name: '删除图.png' }).click();
    expect(gone).toEqual(['2']);
  });
});
