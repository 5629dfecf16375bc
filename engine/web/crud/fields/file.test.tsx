import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawCell, drawInput } from '@back-office/app/testing/web/draw-field.tsx';
import { stubServer } from '../../testing/stub-server.ts';

const logo = { kind: 'file', label: '标志' } as const;
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const stored = { id: '7', fileName: '标志.png', filePath: dot, thumbnailPath: null } as FileRecord;
const row = { sampleName: '远航物流' };
const button = (name: string) => page.getByRole('button', { name, exact: true });
const choose = (name: string) => userEvent.upload(page.getByLabelText('选择标志文件'), new File(['a picture'], name));
const picture = page.getByRole('img', { name: '远航物流的标志' });

/** Stands in for XMLHttpRequest, which reports upload progress: records the file that is sent. */
class Sending extends EventTarget {
  readonly upload = new EventTarget();
  status = 200;
  responseText = JSON.stringify({ success: true, code: 20000, message: '操作成功', data: stored });
  withCredentials = false;
  open(): void {}
  abort(): void {}
  setRequestHeader(): void {}
  getResponseHeader = (): null => null;
  send(form: FormData): void {
    sent.push(['otcId', 'otcType'].map((name) => form.get(name)));
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
}
const sent: unknown[] = [];

describe('the input of a picture in a form', () => {
  test('uploads the picture before it belongs to a record, shows it, and holds its id in the form', async () => {
    stubServer({ 'GET /api/file/select': [stored] });
    vi.stubGlobal('XMLHttpRequest', Sending);
    const { held } = await drawInput(logo, { row });
    await expect.element(page.getByText('远', { exact: true })).toBeVisible();
    await choose('标志.png');
    await expect.element(picture).toBeVisible();
    expect(held()).toBe('7');
    expect(sent).toEqual([['', '']]);
    await expect.element(button('更换标志')).toBeVisible();
  });

  test('can remove the picture again', async () => {
    stubServer({ 'GET /api/file/select': [stored] });
    const { held } = await drawInput(logo, { row: { ...row, one: '7' } });
    await expect.element(picture).toBeVisible();
    await button('移除标志').click();
    expect(held()).toBe(null);
    await expect.element(button('选择标志')).toBeVisible();
    await expect.element(button('移除标志')).not.toBeInTheDocument();
  });

  test('refuses a document and keeps the current picture', async () => {
    stubServer({ 'GET /api/file/select': [stored] });
    const { held } = await drawInput(logo, { row: { ...row, one: '7' } });
    await choose('合同.pdf');
    await expect.element(page.getByText('文件格式只支持 jpeg、jpg、png')).toBeVisible();
    expect(held()).toBe('7');
  });
});

test('an avatar is round, any other picture is not, and both have a background while there is no picture', async () => {
  const style = () => getComputedStyle(document.querySelector('.user-avatar') ?? document.body);
  const radius = () => style().borderRadius;
  stubServer({ 'GET /api/file/select': [] });
  const square = await drawCell(logo, '7', { row });
  await expect.element(page.getByText('远', { exact: true })).toBeVisible();
  expect(radius()).toBe('6px');
  expect(style().backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
  await square.unmount();
  await drawCell({ ...logo, round: true }, '7', { row });
  await expect.element(page.getByText('远', { exact: true })).toBeVisible();
  expect(radius()).toBe('50%');
  expect(style().backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
});
