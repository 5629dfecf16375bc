import { liveCodes } from '@back-office/contract/calls/live.ts';
import { afterwards } from '@back-office/web/platform/timing/afterwards.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { liveTicket, stubLive } from '@back-office/web/testing/stub-live.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
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

const asked = (calls: Call[]): number => calls.filter((call) => call.path === '/api/sys/msg/list').length;
const popups = (): string[] => [...document.querySelectorAll('.ant-notification-notice-title')].map(({ textContent }) => textContent ?? '');

const answer = (items: Partial<NoticeRecord>[]): Call[] =>
  stubServer({ ...liveTicket, [path]: ({ query }: Call) => list(query.get('only') === 'unconfirmed' ? [] : items) });

describe('a notice that arrives', () => {
  // The page has rendered: until then the bell does not refetch.
  beforeEach(() => afterwards.begin());
  const arrive = async (values: Partial<NoticeRecord>) => {
    const calls = answer([notice('1')]);
    const drawn = await draw(<Bell />);
    await expect.poll(() => calls.length).toBe(1);
    const live = await stubLive();
    await expect.poll(() => asked(calls)).toBe(2);
    live.send({ code: liveCodes.notice, data: notice('5', { isRead: '否', ...values }) });
    await expect.poll(() => asked(calls)).toBe(3);
    return drawn;
  };

  test('is announced by its title, and a click opens it', async () => {
    const { address } = await arrive({ msgTitle: '停电通知' });
    const shown = page.getByText('停电通知');
    await expect.element(shown).toBeVisible();
    await shown.click();
    expect(address()).toBe('/message?notice=5');
    await expect.element(shown).not.toBeInTheDocument();
  });

  test.each([
    ['一般', 'info'],
    ['重要', 'warning'],
    ['紧急', 'error'],
  ])('of the level %s is shown as %s', async (msgLevel, look) => {
    await arrive({ msgTitle: `一条${msgLevel}的`, msgLevel });
    await expect.element(page.getByText(`一条${msgLevel}的`)).toBeVisible();
    expect(document.querySelector(`.ant-notification-notice-icon-${look}`)).not.toBe(null);
  });

  test('is counted at once, and every list is fetched after a random part of the time that the frame names', async () => {
    let unread = 0;
    const calls = stubServer({
      ...liveTicket,
      [path]: ({ query }: Call) => (query.get('only') === null ? list([notice('1')], { unread: (unread += 1) }) : list([])),
    });
    await draw(<Bell />);
    const live = await stubLive();
    // An answer that came after the frame would undo its counts.
    await expect.element(page.getByRole('button', { name: '消息，2 条未读' })).toBeVisible();
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    live.send({ code: liveCodes.notice, data: { ...notice('5', { isRead: '否' }), unread: 7, unconfirmed: 1, within: 1_000_000 } });
    await expect.element(page.getByRole('button', { name: '消息，7 条未读，1 条待确认' })).toBeVisible();
    await expect.poll(popups).toEqual(['通知5']);
    expect(asked(calls.filter(({ query }) => query.get('only') === null))).toBe(2);
  });

  /** Another one, which is shown together with those before it. */
  const next = { code: liveCodes.notice, data: notice('6', { isRead: '否' }) };

  test.each([
    ['that was read before is not announced, whoever is addressed besides', {}, []],
    ['that was confirmed before is not announced', { needConfirm: '是', confirmTime: '2026-03-05 00:00:00' }, []],
    ['that was read before, but is to be confirmed, is announced', { needConfirm: '是' }, ['通知5']],
  ] satisfies [string, Partial<NoticeRecord>, string[]][])('%s', async (_, values, shown) => {
    const calls = answer([notice('1')]);
    await draw(<Bell />);
    const live = await stubLive();
    await expect.poll(() => asked(calls)).toBe(2);
    live.send({ code: liveCodes.notice, data: notice('5', values) });
    live.send(next);
    await expect.poll(popups).toContain('通知6');
    expect(popups().toSorted()).toEqual([...shown, '通知6']);
  });

  test.each(['pushed', 'found on fetching the list'])('whose text is corrected is announced again, once, if that is %s', async (how) => {
    let items = [notice('1', { version: 1 })];
    const calls = stubServer({ ...liveTicket, [path]: () => list(items) });
    await draw(<Bell />);
    const live = await stubLive();
    await expect.poll(() => asked(calls)).toBe(2);
    const corrected = notice('1', { version: 2, isRead: '否' });
    items = [corrected];
    const push = (): void => live.send({ code: liveCodes.notice, data: { ...corrected, unread: 1, unconfirmed: 0 } });
    if (how === 'pushed') push();
    else live.change('msg');
    await expect.poll(popups).toEqual(['通知1']);
    await page.getByRole('button', { name: /close|关闭/i }).click();
    await expect.poll(popups).toEqual([]);
    push();
    await expect.poll(() => asked(calls)).toBe(4);
    // Another change, which is not announced.
    items = [notice('1', { version: 3, isRead: '否' })];
    live.change('msg');
    await expect.poll(() => asked(calls)).toBe(5);
    live.send(next);
    await expect.poll(popups).toEqual(['通知6']);
  });

  test.each(['msg', 'functions'] as const)(
    'the count is updated when a notice is read elsewhere, or a role is granted or revoked (%s)',
    async (topic) => {
      const calls = answer([notice('1')]);
      await draw(<Bell />);
      const live = await stubLive();
      await expect.poll(() => asked(calls)).toBe(2);
      live.change(topic);
      await expect.poll(() => asked(calls)).toBe(3);
    },
  );

  test('with several others at once is announced with them in one message, which links to all of them', async () => {
    const titles = ['停电通知', '会议改期', '食堂停业', '系统升级', '放假安排'];
    const missed = titles.map((msgTitle, at) =>
      notice(`${at + 5}`, { isRead: '否', msgTitle, msgLevel: at === 2 ? '重要' : '一般', publishTime: '2026-03-04 05:06:08' }),
    );
    let items = [notice('1')];
    stubServer({ ...liveTicket, [path]: () => list(items, { unread: items.length }) });
    const { address } = await draw(<Bell />);
    // Notices from before this are not announced.
    await expect.element(page.getByRole('button', { name: '消息，1 条未读' })).toBeVisible();
    items = missed;
    await stubLive();
    await expect.poll(popups).toEqual(['您有 5 条以上新消息']);
    expect(document.querySelector('.ant-notification-notice-icon-warning')).not.toBe(null);
    await page.getByText('您有 5 条以上新消息').click();
    expect(address()).toBe('/message');
    await expect.poll(popups).toEqual([]);
  });

  test('before the connection is open is shown once it is, and not again when it is pushed', async () => {
    const [old, late] = [
      notice('1', { isRead: '否' }),
      notice('5', { isRead: '否', msgTitle: '停电通知', publishTime: '2026-03-04 05:06:08' }),
    ];
    let items = [old];
    const calls = stubServer({ ...liveTicket, [path]: () => list(items, { unread: items.length }) });
    await draw(<Bell />);
    await expect.element(page.getByRole('button', { name: '消息，1 条未读' })).toBeVisible();
    items = [late, old];
    const live = await stubLive();
    await expect.element(page.getByText('停电通知')).toBeVisible();
    expect(popups()).toEqual(['停电通知']);
    await page.getByRole('button', { name: /close|关闭/i }).click();
    await expect.poll(popups).toEqual([]);
    live.send({ code: liveCodes.notice, data: late });
    await expect.poll(() => asked(calls)).toBe(3);
    await new Promise((later) => setTimeout(later, 100));
    expect(popups()).toEqual([]);
    // A reminder is announced again.
    live.send({ code: liveCodes.notice, data: { ...late, remindTime: '2026-03-04 06:00:00' } });
    await expect.poll(popups).toEqual(['停电通知']);
  });

  test('while the connection is lost is shown once it is restored', async () => {
    let items = [notice('1')];
    stubServer({ ...liveTicket, [path]: () => list(items) });
    await draw(<Bell />);
    const live = await stubLive();
    live.lose();
    items = [notice('6', { isRead: '否', publishTime: '2026-03-04 07:00:00' }), notice('1')];
    // The first reconnection is tried after a second, and is welcomed once its socket is open.
    await expect.poll(() => (live.welcome(), popups()), { interval: 200 }).toEqual(['通知6']);
  });
});
