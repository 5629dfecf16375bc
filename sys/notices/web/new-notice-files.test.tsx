import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { uploads } from '@back-office/web/files/upload/uploads.ts';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { dictionaries } from '@back-office/web/testing/sample.ts';
import { resumeSession, suspendSession } from '@back-office/web/platform/session/suspended-session.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { TabScope } from '@back-office/web/platform/tabs/tab-scope.tsx';
import { tabToHide } from '@back-office/web/testing/tab-to-hide.tsx';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MsgViewPage } from './msg-view-page.tsx';

const pdf = { fileType: 'pdf', fileSize: 9, thumbnailPath: null, otcId: null };
const fileOf = (id: string, more: Partial<FileRecord> = {}) =>
  ({ ...pdf, id, fileName: `${id}.pdf`, filePath: `/files/${id}`, ...more }) as FileRecord;
const words = { msg_scope: ['全部'], msg_status: ['草稿', '已发布'], msg_type: ['通知'], msg_level: ['一般'] };
const start = { msgTitle: '停电', msgContent: '<p>检修</p>', msgType: '通知', msgLevel: '一般', msgScope: '全部', targetIds: [] };
const notice = { ...start, id: '9', version: 1, msgStatus: '草稿', needConfirm: '否' };
const at = '/base/msg/view/new';
const card = page.getByRole('region', { name: '附件' });
const listed = (name: string) => card.getByRole('button', { name: `删除${name}.pdf` });
const going = card.getByRole('list', { name: '正在上传' });

let calls: Call[];
/** The files that the server has. */
let stored: FileRecord[];
let tab: ReturnType<typeof tabToHide>;

beforeEach(() => {
  sessionStorage.clear();
  stored = [];
  tab = tabToHide(at);
  for (const { key } of uploads.get()) uploads.remove(key);
});

/** As in the shell: the tab has its own address, which a page that is not shown may change. */
const Scoped = () => (
  <TabScope tab={at} fullPath={at}>
    <MsgViewPage />
  </TabScope>
);

/** The page of a new notice in a tab; the server knows the bytes of each file, and answers so when `known` does. */
async function open(known: () => unknown, more: Record<string, unknown> = {}, Page = MsgViewPage) {
  calls = stubServer({
    'GET /api/sys/msg/create': { ...notice, id: undefined, version: undefined, msgTitle: '' },
    'GET /api/sys/dict/select-tree': dictionaries(words),
    'GET /api/file/select': ({ query }: Call) => stored.filter(({ id }) => query.get('ids')?.split(',').includes(id)),
    'POST /api/file/save-known': known,
    'POST /api/sys/msg/save': notice,
    'GET /api/sys/msg/select/9': notice,
    'POST /api/live/watch': { version: 1 },
    'PUT /api/file/link': null,
    'DELETE /api/file/delete': null,
    ...more,
  });
  const drawn = await draw(
    <tab.Tab>
      <Page />
    </tab.Tab>,
    { at },
  );
  await page.getByRole('textbox', { name: '标题' }).fill('停电');
  return drawn;
}

const choose = async (name: string): Promise<void> => {
  await userEvent.upload(page.getByLabelText('选择文件', { exact: true }), new File([name], `${name}.pdf`));
  await expect.element(going).toMatchTextContent(`${name}.pdf`);
};
/** The answer to an upload, which is stored with it. */
const storing = (name: string) => {
  const { answer, release } = deferredAnswer(fileOf(name));
  return {
    answer,
    release: () => {
      stored.push(fileOf(name));
      release();
    },
  };
};
const save = () => page.getByRole('button', { name: '保存', exact: true }).click();
const linked = () => calls.filter(({ path }) => path === '/api/file/link').map(({ body }) => body);
const asking = (path: string) => calls.filter((call) => call.path === path);
const linkOf = (...ids: string[]) => ({ ids, otcId: '9', otcType: 'sys/msg' });
/** Until the server has the notice; its answer is deferred. */
const beginSave = async (): Promise<void> => {
  await save();
  await expect.poll(() => asking('/api/sys/msg/save')).toHaveLength(1);
};
/** The file a, which was stored earlier for the notice. */
const rememberStored = (): void => {
  stored = [fileOf('a')];
  sessionStorage.setItem('kept notice-files', JSON.stringify(['a']));
};
const idle = () => expect.poll(uploads.get).toEqual([]);

describe('a file of a new notice', () => {
  test('that is stored while its tab is hidden is listed once it is shown, and attached on saving', async () => {
    const upload = storing('a');
    await open(upload.answer);
    await choose('a');
    await tab.hide();
    upload.release();
    await idle();
    tab.show();
    await expect.element(listed('a')).toBeVisible();
    await save();
    await expect.poll(linked).toEqual([linkOf('a')]);
  });

  test('that is stored behind another tab before the session expires is listed when the same person signs in again', async () => {
    const upload = storing('a');
    const { unmount } = await open(upload.answer);
    await choose('a');
    await tab.hide();
    upload.release();
    await idle();
    await unmount();
    const { userId } = sessionStore.get();
    suspendSession(userId);
    resumeSession(userId);
    tab = tabToHide(at);
    await open(upload.answer);
    await expect.element(listed('a')).toBeVisible();
    suspendSession(userId);
    resumeSession('somebody else');
    expect(Object.values(sessionStorage).join(' ')).not.toContain('"a"');
  });

  test('that is stored while the notice is being saved is attached to it', async () => {
    const upload = storing('a');
    const { answer, release } = deferredAnswer(notice);
    await open(upload.answer, { 'POST /api/sys/msg/save': answer });
    await choose('a');
    await beginSave();
    upload.release();
    await idle();
    release();
    await expect.poll(linked).toEqual([linkOf('a')]);
  });

  test('that is stored behind another tab while the notice is being saved is attached to it', async () => {
    const upload = storing('a');
    const { answer, release } = deferredAnswer(notice);
    await open(upload.answer, { 'POST /api/sys/msg/save': answer });
    await choose('a');
    await beginSave();
    await tab.hide();
    upload.release();
    await idle();
    release();
    await expect.poll(linked).toEqual([linkOf('a')]);
  });

  test('that is listed when the notice is being saved behind another tab is attached to it', async () => {
    rememberStored();
    const { answer, release } = deferredAnswer(notice);
    await open(() => null, { 'POST /api/sys/msg/save': answer }, Scoped);
    await expect.element(listed('a')).toBeVisible();
    await beginSave();
    await tab.hide();
    release();
    await expect.poll(linked).toEqual([linkOf('a')]);
    expect(asking('/api/file/delete')).toEqual([]);
  });

  test('that is listed when somebody types on while the notice is being saved is attached to it', async () => {
    rememberStored();
    const { answer, release } = deferredAnswer(notice);
    await open(() => null, { 'POST /api/sys/msg/save': answer });
    await expect.element(listed('a')).toBeVisible();
    await beginSave();
    await page.getByRole('textbox', { name: '标题' }).fill('停电两天');
    release();
    await expect.poll(linked).toEqual([linkOf('a')]);
    await expect.element(page.getByRole('textbox', { name: '标题' })).toHaveValue('停电两天');
  });

  test('that is stored after the notice is attached to it then', async () => {
    const upload = storing('a');
    await open(upload.answer);
    await choose('a');
    await save();
    await expect.poll(() => asking('/api/sys/msg/select/9')).not.toEqual([]);
    expect(linked()).toEqual([]);
    upload.release();
    await expect.poll(linked).toEqual([linkOf('a')]);
    expect(asking('/api/file/delete')).toEqual([]);
  });

  test('that was promised to a saved notice, and stored where no page listened, is attached to that one and not listed for the next', async () => {
    stored = [fileOf('a')];
    const upload = { key: 'u', otcId: '', otcType: '', name: 'a.pdf' };
    sessionStorage.setItem('kept promised-notice-files', JSON.stringify({ u: '9' }));
    sessionStorage.setItem('kept uploads-untaken', JSON.stringify([{ record: fileOf('a'), upload, userId: sessionStore.get().userId }]));
    await open(() => null);
    await expect.poll(linked).toEqual([linkOf('a')]);
    expect(listed('a').elements()).toEqual([]);
  });

  test('that was left by 放弃 is not listed for the next, and not deleted: another window may have attached it since', async () => {
    rememberStored();
    const { unmount } = await open(() => null, { 'GET /api/sys/msg/select/': notice });
    await expect.element(listed('a')).toBeVisible();
    await page.getByRole('button', { name: '返回通知公告列表' }).click();
    await page.getByRole('button', { name: '放弃', exact: true }).click();
    await expect.element(listed('a')).not.toBeInTheDocument();
    await unmount();
    expect(asking('/api/file/delete')).toEqual([]);
    tab = tabToHide(at);
    await open(() => null);
    await expect.element(card).toBeVisible();
    expect(asking('/api/file/select')).toEqual([]);
    expect(asking('/api/file/delete')).toEqual([]);
  });

  test('is not left without confirmation, even if nothing else was filled in', async () => {
    rememberStored();
    await open(() => null);
    await expect.element(listed('a')).toBeVisible();
    await page.getByRole('textbox', { name: '标题' }).fill('');
    await page.getByRole('button', { name: '返回通知公告列表' }).click();
    await page.getByRole('button', { name: '继续编辑' }).click();
    await expect.element(listed('a')).toBeVisible();
  });

  test('that was attached or deleted elsewhere does not keep the others from being attached', async () => {
    stored = [fileOf('b', { otcId: '8' }), fileOf('c')];
    sessionStorage.setItem('kept notice-files', JSON.stringify(['a', 'b', 'c']));
    await open(() => null);
    await expect.element(listed('c')).toBeVisible();
    await save();
    await expect.poll(linked).toEqual([linkOf('c')]);
    expect(asking('/api/file/delete')).toEqual([]);
  });
});
