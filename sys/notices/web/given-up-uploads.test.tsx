import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { draw, type Drawn } from '@back-office/app/testing/web/draw.tsx';
import { unfinishedStore } from '@back-office/web/files/upload/unfinished-store.ts';
import { uploads } from '@back-office/web/files/upload/uploads.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { tabsStore } from '@back-office/web/platform/tabs/tabs-store.ts';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { dictionaries } from '@back-office/web/testing/sample.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { tabToHide } from '@back-office/web/testing/tab-to-hide.tsx';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MsgViewPage } from './msg-view-page.tsx';

const words = { msg_scope: ['全部'], msg_status: ['草稿', '已发布'], msg_type: ['通知'], msg_level: ['一般'] };
const start = { msgTitle: '停电', msgContent: '<p>检修</p>', msgType: '通知', msgLevel: '一般', msgScope: '全部', targetIds: [] };
const notice = { ...start, id: '9', version: 1, msgStatus: '草稿', needConfirm: '否' };
const at = '/base/msg/view/new';
const file = {
  id: 'a',
  fileName: 'a.pdf',
  filePath: '/files/a',
  fileType: 'pdf',
  fileSize: 9,
  thumbnailPath: null,
  otcId: null,
} as FileRecord;
const title = page.getByRole('textbox', { name: '标题' });
const card = page.getByRole('region', { name: '附件' });
const going = card.getByRole('list', { name: '正在上传' });

let calls: Call[];
let tab: ReturnType<typeof tabToHide>;
/** The answer to the upload of the file a. */
let upload: ReturnType<typeof deferredAnswer>;
let former: Drawn | undefined;

beforeEach(() => {
  sessionStorage.clear();
  for (const { key } of uploads.get()) uploads.remove(key);
  upload = deferredAnswer(file);
});

/** Opens the page of a new notice in its tab, without what another page has left behind. */
async function open(): Promise<void> {
  await former?.unmount();
  tab = tabToHide(at);
  calls = stubServer({
    'GET /api/sys/msg/create': { ...notice, id: undefined, version: undefined, msgTitle: '' },
    'GET /api/sys/dict/select-tree': dictionaries(words),
    'GET /api/file/select': [file],
    'POST /api/file/save-known': upload.answer,
    'POST /api/sys/msg/save': notice,
    'GET /api/sys/msg/select/9': notice,
    'GET /api/sys/msg/select/': notice,
    'POST /api/live/watch': { version: 1 },
    'PUT /api/file/link': null,
    'DELETE /api/file/upload/u': null,
    'DELETE /api/file/delete': null,
  });
  former = await draw(
    <tab.Tab>
      <MsgViewPage />
    </tab.Tab>,
    { at },
  );
  await expect.element(title).toBeVisible();
}

const choose = async (): Promise<void> => {
  await userEvent.upload(page.getByLabelText('选择文件', { exact: true }), new File(['a'], 'a.pdf'));
  await expect.element(going).toMatchTextContent('a.pdf');
};
const back = () => page.getByRole('button', { name: '返回通知公告列表' }).click();
const giveUp = async (): Promise<void> => {
  await back();
  await page.getByRole('button', { name: '放弃', exact: true }).click();
  await expect.element(card).not.toBeInTheDocument();
};
const names = () => uploads.get().map(({ name }) => name);
const asking = (path: string) => calls.filter((call) => call.path === path);
const expectNothing = async (): Promise<void> => {
  await open();
  await expect.element(card).toBeVisible();
  expect(going.elements()).toEqual([]);
  expect(asking('/api/file/select')).toEqual([]);
};

describe('an upload for a new notice', () => {
  test('is not given up without confirmation, even if nothing was filled in', async () => {
    await open();
    await choose();
    await expect.poll(() => tabsStore.isDirty(at)).toBe(true);
    await back();
    await page.getByRole('button', { name: '继续编辑' }).click();
    await expect.element(going).toMatchTextContent('a.pdf');
    upload.release();
    await expect.element(card.getByRole('button', { name: '删除a.pdf' })).toBeVisible();
  });

  test.each(['running', 'paused'])('that is %s is removed by 放弃, and its file not listed for the next', async (state) => {
    await open();
    await title.fill('停电');
    await choose();
    if (state === 'paused') await page.getByRole('button', { name: '暂停上传a.pdf' }).click();
    await giveUp();
    expect(names()).toEqual([]);
    upload.release();
    await expect.poll(() => asking('/api/file/delete').map(({ query }) => query.get('id'))).toEqual(['a']);
    await expectNothing();
  });

  test('that ended behind another tab is not listed for the next once its own tab was closed by 放弃', async () => {
    await open();
    await choose();
    await tab.hide();
    upload.release();
    await expect.poll(names).toEqual([]);
    tabsStore.discard([at]);
    tabsStore.close([at]);
    await expectNothing();
  });

  test('that is promised to a saved notice goes on when the next is left by 放弃', async () => {
    await open();
    await title.fill('停电');
    await choose();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect.poll(() => asking('/api/sys/msg/select/9')).not.toEqual([]);
    await open();
    expect(tabsStore.isDirty(at)).toBe(false);
    await title.fill('停水');
    await giveUp();
    expect(names()).toEqual(['a.pdf']);
    upload.release();
    await expect.poll(() => asking('/api/file/link').map(({ body }) => body)).toEqual([{ ids: ['a'], otcId: '9', otcType: 'sys/msg' }]);
  });

  test('that another window began is neither asked about nor removed', async () => {
    const { userId } = sessionStore.get();
    const unfinished = { name: 'b.pdf', size: 9, chunkSize: 9, uploadId: 'u', hashes: {}, paused: false, at: Date.now() };
    const owner = { key: 'b', userId, window: 'another', otcId: '', otcType: '', fileSource: 'Server', fileAlias: '' };
    await unfinishedStore.write({ ...owner, ...unfinished });
    await open();
    await expect.element(going).toMatchTextContent('b.pdf');
    await back();
    await expect.element(card).not.toBeInTheDocument();
    expect(names()).toEqual(['b.pdf']);
    uploads.remove('b');
    await expect.poll(() => asking('/api/file/upload/u')).not.toEqual([]);
  });
});
