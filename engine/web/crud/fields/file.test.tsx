import type { FileRecord } from '@back-office/contract/calls/file.ts';
import type { FormInstance } from 'antd';
import { createRef } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawCell, drawInput } from '@back-office/app/testing/web/draw-field.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { FieldForm } from '../../testing/field-form.tsx';
import { stubSending } from '../../testing/stub-sending.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { tabToHide } from '../../testing/tab-to-hide.tsx';
import type { Values } from './field-kit.ts';

const logo = { kind: 'file', label: '标志' } as const;
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const stored = { id: '7', fileName: '标志.png', filePath: dot, thumbnailPath: null } as FileRecord;
const row = { sampleName: '远航物流' };
const button = (name: string) => page.getByRole('button', { name, exact: true });
const choose = (name: string) => userEvent.upload(page.getByLabelText('选择标志文件'), new File(['a picture'], name));
const picture = page.getByRole('img', { name: '远航物流的标志' });

let sent: unknown[];
/** When the upload is answered. */
let answered: Promise<unknown>;
const takePicture = async (form: FormData) => {
  sent.push(['otcId', 'otcType'].map((name) => form.get(name)));
  await answered;
  return { text: JSON.stringify({ success: true, code: 20000, message: '操作成功', data: stored }) };
};

beforeEach(() => {
  sent = [];
  answered = Promise.resolve();
});

describe('the input of a picture in a form', () => {
  test('uploads the picture before it belongs to a record, shows it, and holds its id in the form', async () => {
    stubServer({ 'GET /api/file/select': [stored] });
    stubSending(takePicture);
    const { held } = await drawInput(logo, { row });
    await expect.element(page.getByText('远', { exact: true })).toBeVisible();
    await choose('标志.png');
    await expect.element(picture).toBeVisible();
    expect(held()).toBe('7');
    expect(sent).toEqual([['', '']]);
    await expect.element(button('更换标志')).toBeVisible();
  });

  test('keeps its page behind another tab until the picture is stored, and then holds it', async () => {
    stubServer({ 'GET /api/file/select': [stored] });
    stubSending(takePicture);
    const { answer, release } = deferredAnswer(undefined);
    answered = answer();
    const form = createRef<FormInstance<Values>>();
    const { Tab, hide, show } = tabToHide('/sys/user/view/7');
    await draw(
      <Tab>
        <FieldForm one={logo} row={row} form={form} />
      </Tab>,
    );
    await choose('标志.png');
    await expect.poll(() => sent).not.toEqual([]);
    await hide();
    release();
    await expect.element(page.getByText('更换标志')).toBeInTheDocument();
    show();
    await expect.element(picture).toBeVisible();
    await expect.element(button('更换标志')).toBeVisible();
    expect(form.current?.getFieldValue('one')).toBe('7');
    // Nothing here is unsaved: the page is not kept any longer.
    await hide();
    show();
    await expect.element(button('选择标志')).toBeVisible();
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
