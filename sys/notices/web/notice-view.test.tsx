import { liveCodes } from '@back-office/contract/calls/live.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { liveTicket, stubLive } from '@back-office/web/testing/stub-live.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { NoticeRecord } from '../own-notices.ts';
import { MessagePage } from './message-page.tsx';

const notice = {
  id: '1',
  version: 3,
  msgTitle: '通知1',
  msgContent: '<p>内容1</p>',
  needConfirm: '是',
  confirmTime: null,
  isRead: '是',
  publishTime: '2026-03-04 05:06:07',
} as NoticeRecord;
const counts = { unread: 0, unconfirmed: 1 };
const answers = (more: Record<string, unknown>) => ({
  ...liveTicket,
  'GET /api/sys/msg/list': { items: [notice], total: 1, ...counts },
  'GET /api/file/select': [],
  ...more,
});
const side = page.getByRole('region', { name: '消息列表' });
const view = page.getByRole('region', { name: '消息内容' });
const drawIt = () => draw(<MessagePage />, { at: '/message?notice=1' });

describe('a notice', () => {
  test('that was changed after it was read is not confirmed, but shown in its new version', async () => {
    let stands = notice;
    stubServer(
      answers({
        'PUT /api/sys/msg/read/1': () => ({ ...stands, ...counts }),
        'PUT /api/sys/msg/confirm/1': ({ query }: Call) => {
          if (query.get('version') !== String(stands.version)) throw new Refusal('conflict', '通知已修改，请阅读后再确认');
          return { ...stands, confirmTime: '2026-03-05 08:00:00', ...counts };
        },
      }),
    );
    await drawIt();
    await expect.element(view.getByText('内容1')).toBeVisible();
    stands = { ...stands, msgContent: '<p>另一内容</p>', version: 4 };
    await view.getByRole('button', { name: '我已知晓' }).click();
    await expect.element(page.getByText('通知已修改，请阅读后再确认')).toBeVisible();
    await expect.element(view.getByText('另一内容')).toBeVisible();
    await view.getByRole('button', { name: '我已知晓' }).click();
    await expect.element(view.getByText('已于 2026-03-05 08:00:00 确认')).toBeVisible();
  });

  test('that is changed while it is open says so, and is reloaded from there or by a click in the list', async () => {
    let stands = notice;
    stubServer(answers({ 'PUT /api/sys/msg/read/1': () => ({ ...stands, ...counts }) }));
    await drawIt();
    await expect.element(view.getByText('内容1')).toBeVisible();
    const live = await stubLive();
    const change = (version: number): void => {
      stands = { ...stands, msgContent: `<p>第${version}版</p>`, version };
      live.send({ code: liveCodes.notice, data: { ...stands, ...counts } });
    };
    change(4);
    await expect.element(view.getByRole('alert')).toMatchTextContent('这条通知已被修改。');
    await view.getByRole('button', { name: '查看新内容' }).click();
    await expect.element(view.getByText('第4版')).toBeVisible();
    await expect.element(view.getByRole('alert')).not.toBeInTheDocument();
    change(5);
    await expect.element(view.getByRole('alert')).toBeVisible();
    await side.getByRole('button', { name: '通知1' }).click();
    await expect.element(view.getByText('第5版')).toBeVisible();
  });
});
