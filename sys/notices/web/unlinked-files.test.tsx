import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '@back-office/web/testing/sample.ts';
import { liveTicket, stubLive } from '@back-office/web/testing/stub-live.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { tabToHide } from '@back-office/web/testing/tab-to-hide.tsx';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MsgViewPage } from './msg-view-page.tsx';

const words = { msg_scope: ['全部'], msg_status: ['草稿', '已发布'], msg_type: ['通知'], msg_level: ['一般'] };
const start = { msgTitle: '停电', msgContent: '<p>检修</p>', msgType: '通知', msgLevel: '一般', msgScope: '全部', targetIds: [] };
const notice = { ...start, id: '9', version: 1, msgStatus: '草稿', needConfirm: '否' };
const at = '/base/msg/view/new';
const link = '/api/file/link';

/** Saves a new notice with the stored file a, which the server attaches at the second try only. */
async function saveWithFailing(failing: () => unknown, beforeSaving = (): void => {}) {
  sessionStorage.clear();
  sessionStorage.setItem('kept notice-files', JSON.stringify(['a']));
  let otcId: string | null = null;
  let failures = [failing];
  const calls = stubServer({
    ...liveTicket,
    'GET /api/sys/msg/create': { ...notice, id: undefined, version: undefined, msgTitle: '' },
    'GET /api/sys/dict/select-tree': dictionaries(words),
    'GET /api/file/select': () => [
      { id: 'a', fileName: 'a.pdf', fileType: 'pdf', fileSize: 9, thumbnailPath: null, otcId, filePath: '/files/a' } as FileRecord,
    ],
    'POST /api/sys/msg/save': notice,
    'GET /api/sys/msg/select/9': notice,
    'POST /api/live/watch': { version: 1 },
    [`PUT ${link}`]: ({ body }: Call) => {
      if (sessionStore.get().preview !== null) return refuse();
      const [failure] = failures;
      failures = [];
      if (failure !== undefined) return failure();
      otcId = (body as { otcId: string }).otcId;
      return null;
    },
  });
  const open = async () => {
    const tab = tabToHide(at);
    return draw(
      <tab.Tab>
        <MsgViewPage />
      </tab.Tab>,
      { at },
    );
  };
  const drawn = await open();
  await page.getByRole('textbox', { name: '标题' }).fill('停电');
  await expect.element(page.getByRole('button', { name: '删除a.pdf' })).toBeVisible();
  beforeSaving();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const linked = () => calls.filter(({ path }) => path === link).map(({ body }) => body);
  await expect.poll(linked).toHaveLength(1);
  await expect.poll(() => calls.filter(({ path }) => path === '/api/sys/msg/select/9')).not.toEqual([]);
  return { linked, open, drawn, owed: () => sessionStorage.getItem('kept owed-notice-files') };
}
const cutOff = () => new Response(null, { status: 502 });
const refuse = () => {
  throw new Refusal('notPermitted');
};
const linkOfA = { ids: ['a'], otcId: '9', otcType: 'sys/msg' };

describe('a file of a new notice that the server cannot attach once the notice is saved', () => {
  test('is attached when the page of a notice is opened again', async () => {
    const { linked, open, drawn, owed } = await saveWithFailing(cutOff);
    expect(owed()).toBe('{"a":"9"}');
    await drawn.unmount();
    await open();
    await expect.poll(linked).toEqual([linkOfA, linkOfA]);
    await expect.poll(owed).toBe(null);
  });

  test('is attached when the connection is restored', async () => {
    const { linked, owed } = await saveWithFailing(cutOff);
    const live = await stubLive();
    live.change('all');
    await expect.poll(linked).toEqual([linkOfA, linkOfA]);
    await expect.poll(owed).toBe(null);
  });

  test('is not tried again if the server refuses it', async () => {
    const { owed } = await saveWithFailing(refuse);
    await expect.poll(owed).toBe(null);
  });

  test('stays owed in a preview of a role, which may attach nothing', async () => {
    const { linked, open, drawn, owed } = await saveWithFailing(cutOff);
    await drawn.unmount();
    const now = sessionStore.get();
    const preview = { roleName: '文员', own: { credentials: { accessToken: '', secretKey: '' }, roles: now }, back: '/' };
    const previewing = vi.spyOn(sessionStore, 'get').mockReturnValue({ ...now, preview });
    const previewed = await open();
    await expect.element(page.getByRole('textbox', { name: '标题' })).toBeVisible();
    expect([linked(), owed()]).toEqual([[linkOfA], '{"a":"9"}']);
    await previewed.unmount();
    previewing.mockRestore();
    await open();
    await expect.poll(owed).toBe(null);
    expect(linked()).toEqual([linkOfA, linkOfA]);
  });
});

/** Fills session storage to its last characters. */
function fillStorage(): void {
  for (let size = 2 ** 23; size >= 1; size /= 2)
    try {
      sessionStorage.setItem(String(size), 'x'.repeat(size));
    } catch {
      // Half as much may fit.
    }
}

test('a file of a new notice is attached once the notice is saved, even if session storage is full', async () => {
  const { linked, owed } = await saveWithFailing(() => null, fillStorage);
  expect(linked()).toEqual([linkOfA]);
  await expect.poll(owed).toBe(null);
  sessionStorage.clear();
});
