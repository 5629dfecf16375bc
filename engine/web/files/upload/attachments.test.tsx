import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { Attachments } from './attachments.tsx';

const file = (id: string): FileRecord =>
  ({
    id,
    fileName: `${id}.pdf`,
    fileAlias: '',
    fileType: 'pdf',
    fileSize: 1536,
    filePath: `/files/${id}`,
    thumbnailPath: null,
    createTime: '2026-03-04 05:06:07',
  }) as FileRecord;
const path = 'GET /api/file/select';
const start = async (files: unknown, { editable = true, ...more }: Record<string, unknown> = {}): Promise<Call[]> => {
  const calls = stubServer({ [path]: files, ...more });
  await draw(<Attachments otcType="sys/org" otcId="7" editable={editable === true} />);
  return calls;
};
const list = page.getByRole('list', { name: '文件' });
const dialog = page.getByRole('dialog');

test('lists the files of a record, requested by the type and id of that record', async () => {
  const calls = await start([file('a'), file('b')]);
  await expect.element(list).toMatchTextContent('a.pdf1.5 KB · 2026-03-04 05:06:07');
  expect(calls[0]?.query.toString()).toBe('otcId=7&otcType=sys%2Forg');
  await expect.element(page.getByRole('button', { name: '选择文件' }).first()).toBeVisible();
});

test('shows the icon of its kind for a file whose thumbnail cannot be loaded', async () => {
  await start([{ ...file('a'), fileName: 'a.png', fileType: 'png', thumbnailPath: 'data:image/png;base64,AA==' }]);
  await expect.element(page.getByRole('button', { name: 'a.png', exact: true })).toBeVisible();
  const icon = () => document.querySelector<HTMLElement>('.upload-row .file-icon');
  await expect.poll(() => icon()?.querySelector('svg')?.dataset['icon']).toBe('file-image');
  expect(icon()?.querySelector('img')).toBeNull();
});

test('shows a long name in full and breaks no time across lines on a phone', async () => {
  await onPhone();
  const fileName = '二〇二六年第四季度各分公司安全生产检查情况汇总表.pdf';
  await start([{ ...file('a'), fileName }]);
  const name = page.getByRole('button', { name: fileName, exact: true });
  await expect.element(name).toBeVisible();
  expect(name.element().scrollHeight).toBe(name.element().clientHeight);
  expect(page.getByText('2026-03-04 05:06:07', { exact: true }).element().getClientRects()).toHaveLength(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('a read-only person sees the files but can delete none', async () => {
  await start([file('a')], { editable: false });
  await expect.element(list).toMatchTextContent('a.pdf');
  await expect.element(page.getByRole('button', { name: '删除a.pdf' })).not.toBeInTheDocument();
});

test('a read-only person is told that there are no attachments', async () => {
  await start([], { editable: false });
  await expect.element(page.getByText('没有附件')).toBeVisible();
});

test.each([
  ['of another kind', ['说明.exe'], '文件格式只支持 jpeg、jpg、png、doc、docx、xls、xlsx、ppt、pptx、pdf、mp3、wav、mp4'],
  ['that are too many', Array.from({ length: 21 }, (_, at) => `${at}.pdf`), '文件超出限制！'],
])('files %s are refused with the message in the specification', async (_, names, words) => {
  const calls = await start([]);
  await userEvent.upload(
    page.getByLabelText('选择文件', { exact: true }).first(),
    names.map((name) => new File(['%PDF-1.4'], name)),
  );
  await expect.element(page.getByText(words).last()).toBeVisible();
  expect(calls.map(({ method }) => method)).toEqual(['GET']);
});

test('a file is deleted after a confirmation that starts with the focus on 取消', async () => {
  let all = [file('a'), file('b')];
  const calls = await start(() => all, {
    'DELETE /api/file/delete': () => {
      all = all.slice(1);
    },
  });
  await page.getByRole('button', { name: '删除a.pdf' }).click();
  await expect.element(dialog).toMatchTextContent('删除附件“a.pdf”？删除后无法恢复。');
  await expect.element(dialog.getByRole('button', { name: '取消' })).toHaveFocus();
  await dialog.getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除')).toBeVisible();
  await expect.element(list).not.toMatchTextContent('a.pdf');
  // The button that asked is gone: tabbing continues at the files rather than at the top of the page.
  await expect.element(page.elementLocator(document.querySelector('.uploader') ?? document.body)).toHaveFocus();
  expect(calls.find(({ method }) => method === 'DELETE')?.query.get('id')).toBe('a');
});

test('a file that may not be deleted stays, and the confirmation closes', async () => {
  await start([file('a')], {
    'DELETE /api/file/delete': () => {
      throw new Refusal('notPermitted', '不能删除他人的附件');
    },
  });
  await page.getByRole('button', { name: '删除a.pdf' }).click();
  await dialog.getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('不能删除他人的附件')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(list).toMatchTextContent('a.pdf');
});

test('says why the files failed to load, and loads them again on request', async () => {
  let broken = true;
  await start(() => {
    if (broken) throw new Refusal('notPermitted');
    return [file('a')];
  });
  await expect.element(page.getByRole('heading', { name: '加载失败' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(list).toMatchTextContent('a.pdf');
});
