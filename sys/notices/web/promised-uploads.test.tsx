import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { draw, type Drawn } from '@back-office/app/testing/web/draw.tsx';
import { uploads } from '@back-office/web/files/upload/uploads.ts';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { dictionaries } from '@back-office/web/testing/sample.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { tabToHide } from '@back-office/web/testing/tab-to-hide.tsx';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MsgViewPage } from './msg-view-page.tsx';

const words = { msg_scope: ['全部'], msg_status: ['草稿', '已发布'], msg_type: ['通知'], msg_level: ['一般'] };
const start = { msgTitle: '停电', msgContent: '<p>检修</p>', msgType: '通知', msgLevel: '一般', msgScope: '全部', targetIds: [] };
const notice = { ...start, version: 1, msgStatus: '草稿', needConfirm: '否' };
const at = '/base/msg/view/new';
const link = '/api/file/link';
const title = page.getByRole('textbox', { name: '标题' });
const card = page.getByRole('region', { name: '附件' });
const going = card.getByRole('list', { name: '正在上传' });
const listed = card.getByRole('button', { name: '删除a.pdf' });
const fileOf = (name: string, otcId: string | null = null) =>
  ({
    id: name,
    fileName: `${name}.pdf`,
    filePath: `/files/${name}`,
    fileType: 'pdf',
    fileSize: 1,
    thumbnailPath: null,
    otcId,
  }) as FileRecord;

let calls: Call[];
/** The files that the server has. */
let stored: FileRecord[];
/** The answers to the uploads of the files a and b. */
let upload: ReturnType<typeof deferredAnswer>;
let other: ReturnType<typeof deferredAnswer>;
let failures: number;
let save: () => unknown;
let ids: string[];
let former: Drawn | undefined;

beforeEach(() => {
  sessionStorage.clear();
  for (const { key } of uploads.get()) uploads.remove(key);
  [upload, other] = [deferredAnswer(fileOf('a')), deferredAnswer(fileOf('b'))];
  [stored, failures, ids] = [[], 0, ['9', '10']];
  save = () => ({ ...notice, id: ids.shift() });
  calls = stubServer({
    'GET /api/sys/msg/create': { ...notice, msgTitle: '' },
    'GET /api/sys/dict/select-tree': dictionaries(words),
    'GET /api/file/select': ({ query }: Call) =>
      stored.filter(({ id, otcId }) => query.get('ids')?.split(',').includes(id) === true || otcId === query.get('otcId')),
    'POST /api/file/save-known': ({ body }: Call) =>
      (body as { fileName: string }).fileName === 'a.pdf' ? upload.answer() : other.answer(),
    'POST /api/sys/msg/save': () => save(),
    'GET /api/sys/msg/select/9': { ...notice, id: '9' },
    'GET /api/sys/msg/select/10': { ...notice, id: '10' },
    'GET /api/sys/msg/select/': notice,
    'POST /api/live/watch': { version: 1 },
    [`PUT ${link}`]: ({ body }: Call) => {
      if (failures-- > 0) return new Response(null, { status: 502 });
      const { ids: files, otcId } = body as { ids: string[]; otcId: string };
      stored = stored.map((file) => (files.includes(file.id) ? { ...file, otcId } : file));
      return null;
    },
    'DELETE /api/file/delete': null,
  });
});

// One that goes on would ask again during a later test.
afterEach(async () => {
  release();
  await expect.poll(linked).not.toEqual([]);
});

/** Opens a page of notices, without what another one has left behind. */
async function open(address: string): Promise<void> {
  await former?.unmount();
  const tab = tabToHide(address.replace(/\?.*/, ''));
  former = await draw(
    <tab.Tab>
      <MsgViewPage />
    </tab.Tab>,
    { at: address },
  );
  await expect.element(title).toBeVisible();
}
const choose = async (name: string): Promise<void> => {
  await userEvent.upload(page.getByLabelText('选择文件', { exact: true }), new File([name], `${name}.pdf`));
  await expect.element(going).toMatchTextContent(`${name}.pdf`);
};
const saveAs = async (id: string): Promise<void> => {
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect.poll(() => calls.filter(({ path }) => path === `/api/sys/msg/select/${id}`)).not.toEqual([]);
};
const release = (): void => {
  stored = [fileOf('a')];
  upload.release();
};
const linked = () => calls.filter(({ path }) => path === link).map(({ body }) => body);
const linkOf = (otcId: string) => ({ ids: ['a'], otcId, otcType: 'sys/msg' });
const names = () => uploads.get().map(({ name }) => name);

/** Saves a notice whose file a is still being sent, and opens the next new one. */
async function openNext(): Promise<void> {
  await open(at);
  await title.fill('停电');
  await choose('a');
  await saveAs('9');
  await open(at);
  await title.fill('停水');
}

describe('an upload of a notice that is saved', () => {
  test('is not listed for the next new notice, neither while it is sent nor once it is stored', async () => {
    await openNext();
    await expect.element(card).toBeVisible();
    expect(going.elements()).toEqual([]);
    release();
    await expect.poll(linked).toEqual([linkOf('9')]);
    expect(listed.elements()).toEqual([]);
    await saveAs('10');
    expect(linked()).toEqual([linkOf('9')]);
  });

  test('is attached to its own notice, though that fails at first and the next one is saved meanwhile', async () => {
    failures = 1;
    await openNext();
    release();
    await expect.poll(linked).toEqual([linkOf('9')]);
    await saveAs('10');
    await expect.poll(linked).toEqual([linkOf('9'), linkOf('9')]);
    expect(stored).toEqual([fileOf('a', '9')]);
  });

  test('goes on when the next one is given up with its own upload', async () => {
    await openNext();
    await choose('b');
    await expect.element(going).not.toMatchTextContent('a.pdf');
    await page.getByRole('button', { name: '返回通知公告列表' }).click();
    await page.getByRole('button', { name: '放弃', exact: true }).click();
    await expect.poll(names).toEqual(['a.pdf']);
    release();
    await expect.poll(linked).toEqual([linkOf('9')]);
    other.release();
    await expect.poll(() => calls.filter(({ method }) => method === 'DELETE')).not.toEqual([]);
  });

  test('is listed at its own form, where it can be paused and resumed', async () => {
    await openNext();
    await open('/base/msg/view/9?edit=1');
    await expect.element(going).toMatchTextContent('a.pdf');
    await going.getByRole('button', { name: '暂停上传a.pdf' }).click();
    await going.getByRole('button', { name: '继续上传a.pdf' }).click();
    release();
    await expect.element(listed).toBeVisible();
    expect(linked()).toEqual([linkOf('9')]);
  });

  test('is listed where it was chosen while that form stays, with what was typed during 保存', async () => {
    await open(at);
    await title.fill('停电');
    await choose('a');
    const saving = deferredAnswer({ ...notice, id: '9' });
    save = saving.answer;
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await title.fill('停电三天');
    saving.release();
    await expect.element(page.getByText('保存期间填写的内容还没有保存')).toBeVisible();
    await expect.element(going).toMatchTextContent('a.pdf');
    release();
    await expect.poll(linked).toEqual([linkOf('9')]);
    expect(going.elements()).toEqual([]);
  });

  test('is not listed at the form of another', async () => {
    await openNext();
    await open('/base/msg/view/10?edit=1');
    await expect.element(card.getByLabelText('选择文件', { exact: true })).toBeInTheDocument();
    expect(going.elements()).toEqual([]);
  });
});
