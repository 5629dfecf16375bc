import { liveCodes } from '@back-office/contract/calls/live.ts';
import { afterwards } from '@back-office/web/platform/ui/afterwards.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { liveTicket, stubLive } from '@back-office/web/testing/stub-live.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { beforeEach, describe, expect, test } from 'vitest';
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

const asked = (calls: Call[]): number => calls.filter((call) => call.path === '/api/sys/msg/list').length;
const popups = (): string[] => [...document.querySelectorAll('.ant-notification-notice-title')].map(({ textContent }) => textContent ?? '');

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

describe('a notice that arrives', () => {
  // The page has rendered: until then the bell does not refetch.
  beforeEach(() => afterwards.begin());
  const arrive = async (values: Partial<NoticeRecord>) => {
    const calls = answer([notice('1')]);
    const drawn = await draw(<Bell />);
    await expect.poll(() => calls.length).toBe(1);
    const live = await stubLive();
    await expect.poll(() => asked(calls)).toBe(2);
    live.send({ code: liveCodes.notice, data: notice('5', values) });
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
