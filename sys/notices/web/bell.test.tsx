import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { liveTicket } from '@back-office/web/testing/stub-live.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NoticeList, NoticeRecord } from '../own-notices.ts';
import { Bell } from './bell.tsx';

const notice = (id: string, values: Partial<NoticeRecord> = {}): Partial<NoticeRecord> => ({
  id,
  msgTitle: `通知${id}`,
  msgLevel: '一般',
  needConfirm: '否',
  isRead: '是',
  confirmTime: null,
  publishTime: '2026-03-04 05:06:07',
  ...values,
});
const list = (items: Partial<NoticeRecord>[], { unread = 0, unconfirmed = 0 } = {}): Partial<NoticeList> => ({
  items: items as NoticeRecord[],
  total: items.length,
  unread,
  unconfirmed,
});
const path = 'GET /api/sys/msg/list';
const bell = page.getByRole('button', { name: /^消息/ });
const popup = page.getByRole('dialog', { name: '消息' });
const lines = (): string[] => [...document.querySelectorAll('.bell-title')].map(({ textContent }) => textContent ?? '');

/** Stubs the list with these notices; those awaiting confirmation are requested separately. */
const answer = (items: Partial<NoticeRecord>[], counts = {}, awaited: Partial<NoticeRecord>[] = []): Call[] =>
  stubServer({ ...liveTicket, [path]: ({ query }: Call) => list(query.get('only') === 'unconfirmed' ? awaited : items, counts) });

describe('the bell’s count', () => {
  test.each([
    [{}, '消息', ''],
    [{ unread: 3 }, '消息，3 条未读', '3'],
    [{ unread: 250, unconfirmed: 2 }, '消息，250 条未读，2 条待确认', '99+'],
    // Read but not confirmed: still counted.
    [{ unconfirmed: 2 }, '消息，2 条待确认', '2'],
  ])('of %j is announced as %s and shown as %s', async (counts, name, seen) => {
    answer([notice('1')], counts);
    await draw(<Bell />);
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
    await expect.poll(() => document.querySelector('.bar-count')?.textContent ?? '').toBe(seen);
  });
});

describe('the bell’s list', () => {
  test('shows the newest notices, which of them are unread and how important they are, and opens one', async () => {
    answer([notice('1', { isRead: '否', msgLevel: '紧急' }), notice('2')], { unread: 1 });
    const { address } = await draw(<Bell />);
    await bell.click();
    await expect.element(bell).toHaveAttribute('aria-expanded', 'true');
    await expect.element(popup.getByRole('button', { name: '未读 通知1 紧急 2026-03-04 05:06' })).toBeVisible();
    await expect.element(popup.getByRole('button', { name: '通知2' })).not.toMatchTextContent('一般');
    await popup.getByRole('button', { name: '通知2' }).click();
    expect(address()).toBe('/message?notice=2');
    await expect.element(popup).not.toBeInTheDocument();
  });

  test('begins with the notices awaiting confirmation, however old, and lists nothing twice', async () => {
    const old = notice('9', { needConfirm: '是' });
    answer([notice('1'), old, notice('2')], { unconfirmed: 1 }, [old]);
    await draw(<Bell />);
    await bell.click();
    await expect.poll(lines).toEqual(['通知9', '通知1', '通知2']);
    await expect.element(popup.getByRole('button', { name: '通知9' })).toMatchTextContent('待确认');
  });

  test('shows at most eight notices', async () => {
    answer(
      Array.from({ length: 5 }, (_, at) => notice(`新${at}`)),
      { unconfirmed: 5 },
      Array.from({ length: 5 }, (_, at) => notice(`旧${at}`)),
    );
    await draw(<Bell />);
    await bell.click();
    await expect.poll(lines).toHaveLength(8);
  });

  test('says that it is empty once it is loaded, or that it cannot be loaded', async () => {
    const { answer: later, release } = deferredAnswer(list([]));
    stubServer({ [path]: later });
    const first = await draw(<Bell />);
    await bell.click();
    await expect.element(popup.getByRole('heading', { name: '消息' })).toBeVisible();
    await expect.element(popup.getByText('暂无消息')).not.toBeInTheDocument();
    release();
    await expect.element(popup.getByText('暂无消息')).toBeVisible();
    await first.unmount();
    stubServer({
      [path]: () => {
        throw new Refusal('notPermitted');
      },
    });
    await draw(<Bell />);
    await bell.click();
    await expect.element(popup.getByRole('alert')).toMatchTextContent('消息加载失败，请稍后再试');
  });

  test('takes the focus, and Escape returns it to the bell', async () => {
    answer([notice('1')]);
    await draw(<Bell />);
    await bell.click();
    await expect.poll(() => document.activeElement?.className).toBe('bell-list');
    await userEvent.tab();
    await expect.element(popup.getByRole('button', { name: '通知1' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(popup).not.toBeInTheDocument();
    await expect.element(bell).toHaveFocus();
  });

  test('全部已读 marks all as read and updates the count; with nothing unread it is disabled', async () => {
    let unread = 2;
    const calls = stubServer({
      [path]: () => list([notice('1', { isRead: unread > 0 ? '否' : '是' })], { unread }),
      'PUT /api/sys/msg/read/all': () => {
        unread = 0;
        return { unread, unconfirmed: 0 };
      },
    });
    await draw(<Bell />);
    await bell.click();
    await popup.getByRole('button', { name: '全部已读' }).click();
    await expect.element(popup.getByRole('button', { name: '全部已读' })).toBeDisabled();
    await expect.element(popup.getByText('未读')).not.toBeInTheDocument();
    const [put, ...others] = calls.filter(({ method }) => method === 'PUT');
    // Notices that arrive meanwhile are not marked as read.
    expect([put?.query.get('until'), others]).toEqual([notice('1').publishTime, []]);
  });

  test('a title of two hundred characters takes one line, like any other', async () => {
    answer([notice('1', { msgTitle: '长'.repeat(200) }), notice('2', { msgTitle: 'W'.repeat(200) }), notice('3')]);
    await draw(<Bell />);
    await bell.click();
    await expect.poll(lines).toHaveLength(3);
    const heights = [...document.querySelectorAll('.bell-title')].map((title) => title.getBoundingClientRect().height);
    expect(new Set(heights).size).toBe(1);
    expect(document.querySelector('.bell-popup')?.getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
  });
});
