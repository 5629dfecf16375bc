import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '@back-office/web/testing/on-phone.ts';
import { prefer } from '@back-office/web/testing/prefer.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { NoticeReader, NoticeReaders } from '../own-notices.ts';
import { ReadersTab } from './readers-tab.tsx';

const reader = (id: string, values: Partial<NoticeReader> = {}): NoticeReader => ({
  id,
  userAccount: `u${id}`,
  userName: `读者${id}`,
  sysOrgIdLabel: '总公司',
  isRead: '否',
  readTime: null,
  confirmTime: null,
  ...values,
});
const readers = (more: Partial<NoticeReaders> = {}): NoticeReaders => ({
  items: [reader('1', { isRead: '是', readTime: '2026-03-04 05:06:07' }), reader('2', { sysOrgIdLabel: null })],
  total: 2,
  addressed: 12,
  read: 9,
  confirmed: 3,
  ...more,
});
const path = 'GET /api/sys/msg/readers/7';
const tab = (row: Record<string, unknown> = {}) => (
  <ReadersTab row={{ id: '7', msgStatus: '已发布', needConfirm: '否', ...row } as never} />
);
const start = async (row: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Promise<Call[]> => {
  const calls = stubServer({ [path]: readers(), ...more });
  await draw(tab(row));
  return calls;
};
const row = (name: string) => page.getByRole('row', { name });
const remind = page.getByRole('button', { name: /^提醒/ });

test('shows who has read the notice and when, and who has not', async () => {
  await start();
  await expect.element(row('读者1')).toMatchTextContent('读者12026-03-04 05:06:07u1总公司');
  await expect.element(row('读者2')).toMatchTextContent('读者2未读u2—');
  await expect.element(page.getByRole('progressbar', { name: '阅读进度' })).toHaveAttribute('aria-valuenow', '75');
  await expect.element(page.getByText('9 / 12')).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: '确认时间' })).not.toBeInTheDocument();
});

test('counts who has confirmed a notice that requires confirmation', async () => {
  await start({ needConfirm: '是' });
  await expect.element(page.getByRole('progressbar', { name: '确认进度' })).toHaveAttribute('aria-valuenow', '25');
  await expect.element(page.getByRole('columnheader', { name: '确认时间' })).toBeVisible();
  await expect.element(row('读者2')).toMatchTextContent('未确认');
  await expect.element(page.getByText('未确认 9')).toBeVisible();
});

test('all counts of a notice to ten thousand people are visible on a phone', async () => {
  await onPhone();
  await start({ needConfirm: '是' }, { [path]: readers({ addressed: 12_345, read: 1_000, confirmed: 0 }) });
  await expect.element(page.getByText('未确认 12,345')).toBeVisible();
  const right = Math.max(...[...document.querySelectorAll('.ant-segmented-item')].map((item) => item.getBoundingClientRect().right));
  expect(right).toBeLessThanOrEqual(390);
});

test('highlights the choice in whatever row of a phone it stands', async () => {
  await onPhone();
  await prefer({ 'prefers-reduced-motion': 'no-preference' });
  await start({ needConfirm: '是' });
  for (const chosen of ['未读 3', '未确认 9', '全部 12']) {
    await page.getByText(chosen, { exact: true }).click();
    await expect.poll(() => document.querySelector('.ant-segmented-item-selected')?.textContent).toBe(chosen);
  }
});

test('shows only those who have not read it, page by page', async () => {
  const calls = await start({}, { [path]: readers({ total: 25 }) });
  await page.getByTitle('3', { exact: true }).click();
  await expect.poll(() => calls.at(-1)?.query.get('index')).toBe('2');
  await page.getByText('未读 3').click();
  await expect.poll(() => calls.at(-1)?.query.toString()).toBe('index=0&limit=10&state=unread');
});

test('shows the page before it once the only person on the last page has read it', async () => {
  const unread = Array.from({ length: 11 }, (_, at) => reader(`${at + 1}`));
  stubServer({
    [path]: ({ query }: Call) => {
      const from = Number(query.get('index')) * 10;
      return readers({ items: unread.slice(from, from + 10), total: unread.length });
    },
  });
  const { queries } = await draw(tab());
  await page.getByText('未读 3').click();
  await page.getByTitle('2', { exact: true }).click();
  await expect.element(row('读者11')).toBeVisible();
  unread.pop();
  await queries.refetchQueries();
  await expect.element(row('读者10')).toBeVisible();
});

test('says why the readers cannot be loaded, and loads them on retry', async () => {
  let broken = true;
  await start(
    {},
    {
      [path]: () => {
        if (broken) throw new Refusal('notPermitted');
        return readers();
      },
    },
  );
  await expect.element(page.getByText('没有操作权限')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(row('读者1')).toBeVisible();
});

test('readers that cannot be refreshed stay visible, and are said to be possibly stale', async () => {
  let broken = false;
  stubServer({
    [path]: () => {
      if (broken) throw new Refusal('notPermitted');
      return readers();
    },
  });
  const { queries } = await draw(tab());
  await expect.element(row('读者1')).toBeVisible();
  broken = true;
  await queries.refetchQueries();
  const stale = page.getByText('没有操作权限。下面的阅读情况可能不是最新的。');
  await expect.element(stale).toBeVisible();
  await expect.element(row('读者1')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '立即重试' }).click();
  await expect.element(stale).not.toBeInTheDocument();
});

describe('reminding', () => {
  test.each([
    [3, '已提醒 3 人'],
    [0, '没有需要提醒的人'],
  ])('%d people says: %s', async (reminded, words) => {
    const calls = await start({}, { 'POST /api/sys/msg/remind/7': { reminded } });
    await expect.element(remind).toMatchTextContent('提醒未读的人');
    await remind.click();
    await expect.element(page.getByText(words)).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('is disabled if everybody has read the notice, or it is not published', async () => {
    await start({}, { [path]: readers({ read: 12 }) });
    await expect.element(remind).toBeDisabled();
    await start({ msgStatus: '已撤回' });
    await expect.element(remind.last()).toBeDisabled();
  });

  test('is not offered to a user with only the read permission', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/msg': 'read' } });
    await start();
    await expect.element(row('读者1')).toBeVisible();
    await expect.element(remind).not.toBeInTheDocument();
  });
});
