import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '@back-office/web/testing/on-phone.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { NoticeRecord } from '../own-notices.ts';
import { MessagePage } from './message-page.tsx';

const notice = (id: string, values: Partial<NoticeRecord> = {}): NoticeRecord =>
  ({
    id,
    msgTitle: `通知${id}`,
    msgContent: `<p>内容${id}</p>`,
    msgType: '公告',
    msgLevel: '重要',
    needConfirm: '否',
    confirmTime: null,
    isRead: '是',
    publishTime: '2026-03-04 05:06:07',
    expireTime: null,
    publishUserLabel: '张三',
    ...values,
  }) as NoticeRecord;
const path = 'GET /api/sys/msg/list';
const answers = (items: NoticeRecord[], more: Record<string, unknown> = {}, counts = { unread: 0, unconfirmed: 0 }) => ({
  [path]: ({ query }: Call) => {
    const [index, limit] = [Number(query.get('index')), Number(query.get('limit'))];
    return { items: items.slice(index * limit, (index + 1) * limit), total: items.length, ...counts };
  },
  'GET /api/file/select': [],
  ...Object.fromEntries(items.map((one) => [`PUT /api/sys/msg/read/${one.id}`, { ...one, isRead: '是', ...counts }])),
  ...more,
});
const side = page.getByRole('region', { name: '消息列表' });
const view = page.getByRole('region', { name: '消息内容' });
const drawAt = (at = '/message') => draw(<MessagePage />, { at });

describe('the list of notices', () => {
  test('opens the notice that is clicked, marks it as current, and keeps it in the address', async () => {
    const calls = stubServer(answers([notice('1', { isRead: '否' }), notice('2')], {}, { unread: 1, unconfirmed: 0 }));
    const { address } = await drawAt();
    await expect.element(view.getByText('请选择一条消息')).toBeVisible();
    const line = side.getByRole('button', { name: '通知1' });
    await expect.element(line).toMatchTextContent('未读');
    await line.click();
    expect(address()).toBe('/message?notice=1');
    await expect.element(line).toHaveAttribute('aria-current', 'true');
    await expect.element(view.getByText('内容1')).toBeVisible();
    // Showing it marks it as read, once.
    expect(calls.filter(({ method }) => method === 'PUT').map((call) => call.path)).toEqual(['/api/sys/msg/read/1']);
  });

  test('is filtered to unread or unconfirmed notices, from the first page on', async () => {
    const calls = stubServer(
      answers(
        Array.from({ length: 12 }, (_, at) => notice(String(at))),
        {},
        { unread: 4, unconfirmed: 0 },
      ),
    );
    await drawAt();
    await page.getByTitle('下一页').click();
    await expect.element(side.getByRole('button', { name: '通知11' })).toBeVisible();
    await side.getByText('未读 4').click();
    await expect.poll(() => calls.at(-1)?.query.toString()).toBe('index=0&limit=10&only=unread');
    await expect.element(side.getByText('待确认', { exact: true })).toBeVisible();
  });

  test('starts at its first page if a link elsewhere changes the filter', async () => {
    const calls = stubServer(answers(Array.from({ length: 12 }, (_, at) => notice(String(at)))));
    const { go } = await drawAt();
    await page.getByTitle('下一页').click();
    await expect.element(side.getByRole('button', { name: '通知11' })).toBeVisible();
    await go('/message?only=unread');
    await expect.poll(() => calls.at(-1)?.query.toString()).toBe('index=0&limit=10&only=unread');
  });

  test('shows the page before it once the only unread notice of the last page has been read', async () => {
    const unread = Array.from({ length: 11 }, (_, at) => notice(String(at), { isRead: '否' }));
    stubServer(
      answers(unread, {
        [path]: (call: Call) => answers(unread)[path](call),
        'PUT /api/sys/msg/read/10': () => {
          unread.pop();
          return { ...notice('10'), unread: 10, unconfirmed: 0 };
        },
      }),
    );
    await drawAt('/message?only=unread');
    await page.getByTitle('下一页').click();
    await side.getByRole('button', { name: '通知10' }).click();
    await expect.element(view.getByText('内容10')).toBeVisible();
    await expect.element(side.getByRole('button', { name: '通知9' })).toBeVisible();
  });

  test('says that it is empty, and that a filter matches nothing', async () => {
    stubServer(answers([]));
    await drawAt();
    await expect.element(side.getByText('暂无消息')).toBeVisible();
    await expect.element(side.getByRole('button', { name: '全部已读' })).toBeDisabled();
    await side.getByText('未读', { exact: true }).click();
    await expect.element(side.getByText('没有这样的消息')).toBeVisible();
  });

  test('says why it cannot be loaded, and loads on retry', async () => {
    let broken = true;
    const good = answers([notice('1')]);
    stubServer({
      ...good,
      [path]: (call: Call) => {
        if (broken) throw new Refusal('notPermitted');
        return good[path](call);
      },
    });
    await drawAt();
    await expect.element(side.getByText('没有操作权限')).toBeVisible();
    broken = false;
    await side.getByRole('button', { name: '重试' }).click();
    await expect.element(side.getByRole('button', { name: '通知1' })).toBeVisible();
  });
});

test('a list that could not be refreshed recovers by itself once the server is back', async () => {
  let away = false;
  const good = answers([notice('1')]);
  stubServer({
    ...good,
    [path]: (call: Call) => {
      if (away) throw new Refusal('unavailable');
      return good[path](call);
    },
  });
  const { queries } = await drawAt();
  await expect.element(side.getByRole('button', { name: '通知1' })).toBeVisible();
  away = true;
  await queries.refetchQueries();
  const stale = side.getByText('无法连接服务器，正在重试。下面的消息可能不是最新的。');
  await expect.element(stale).toBeVisible();
  await expect.element(side.getByRole('button', { name: '通知1' })).toBeVisible();
  away = false;
  await expect.element(stale).not.toBeInTheDocument();
});

describe('a notice', () => {
  test('shows who published it and when, and how long it is valid', async () => {
    stubServer(answers([notice('1', { expireTime: '2026-04-01 00:00:00' })]));
    await drawAt('/message?notice=1');
    await expect.element(view.getByRole('heading', { name: '通知1' })).toBeVisible();
    await expect.element(view).toMatchTextContent('重要公告张三2026-03-04 05:06:07有效期至 2026-04-01 00:00:00');
  });

  test('replaces the list on a phone, and 返回列表 leads back to the list', async () => {
    await onPhone();
    stubServer(answers([notice('1')]));
    const { address } = await drawAt('/message?notice=1');
    await expect.element(view.getByText('内容1')).toBeVisible();
    await expect.element(side).not.toBeInTheDocument();
    await view.getByRole('button', { name: '返回列表' }).click();
    expect(address()).toBe('/message');
    await expect.element(side).toBeVisible();
  });

  test('that is gone says so, and leads back to the list', async () => {
    stubServer(
      answers([], {
        'PUT /api/sys/msg/read/7': () => {
          throw new Refusal('gone');
        },
      }),
    );
    const { address } = await drawAt('/message?notice=7');
    await expect.element(view.getByRole('heading', { name: '消息加载失败' })).toBeVisible();
    await expect.element(view.getByText('数据不存在或已被删除')).toBeVisible();
    await view.getByRole('button', { name: '返回列表' }).click();
    expect(address()).toBe('/message');
  });

  test('that could not be loaded because of an error is loaded on retry', async () => {
    let lost = true;
    stubServer(
      answers([notice('1')], {
        'PUT /api/sys/msg/read/1': () => {
          if (lost) throw new Refusal('serverError');
          return { ...notice('1'), unread: 0, unconfirmed: 0 };
        },
      }),
    );
    await drawAt('/message?notice=1');
    await expect.element(view.getByRole('heading', { name: '消息加载失败' })).toBeVisible();
    lost = false;
    await view.getByRole('button', { name: '重试' }).click();
    await expect.element(view.getByText('内容1')).toBeVisible();
  });

  test('that requires confirmation is confirmed, and then shows when', async () => {
    const asking = notice('1', { needConfirm: '是', version: 3 });
    const calls = stubServer(
      answers([asking], { 'PUT /api/sys/msg/confirm/1': { ...asking, confirmTime: '2026-03-05 08:00:00', unread: 0, unconfirmed: 0 } }),
    );
    await drawAt('/message?notice=1');
    await view.getByRole('button', { name: '我已知晓' }).click();
    await expect.element(view.getByText('已于 2026-03-05 08:00:00 确认')).toBeVisible();
    await expect.element(view.getByRole('button', { name: '我已知晓' })).not.toBeInTheDocument();
    const marks = calls.filter(({ method }) => method === 'PUT');
    expect(marks.map((call) => call.path)).toEqual(['/api/sys/msg/read/1', '/api/sys/msg/confirm/1']);
    expect(marks[1]?.query.toString()).toBe('version=3');
  });

  test('shows its files, to view and to download', async () => {
    const file = { id: 'f', fileName: '预算.pdf', fileType: 'pdf', fileSize: 2048, filePath: '/files/f', thumbnailPath: null };
    const calls = stubServer(answers([notice('1')], { 'GET /api/file/select': [file] }));
    await drawAt('/message?notice=1');
    const files = view.getByRole('region', { name: '附件' });
    await expect.element(files).toMatchTextContent('附件（1）');
    await expect.element(files.getByRole('link', { name: '下载预算.pdf' })).toHaveAttribute('href', '/files/f');
    // Readers cannot delete files.
    await expect.element(files.getByRole('button', { name: '删除预算.pdf' })).not.toBeInTheDocument();
    expect(calls.find(({ path: asked }) => asked === '/api/file/select')?.query.toString()).toContain('otcId=1');
  });

  test('is shown even if its files cannot be loaded', async () => {
    let broken = true;
    stubServer(
      answers([notice('1')], {
        'GET /api/file/select': () => {
          if (broken) throw new Refusal('notPermitted');
          return [];
        },
      }),
    );
    await drawAt('/message?notice=1');
    await expect.element(view.getByRole('alert')).toMatchTextContent('附件加载失败');
    await expect.element(view.getByText('内容1')).toBeVisible();
    broken = false;
    await view.getByRole('button', { name: '重试' }).click();
    await expect.element(view.getByRole('alert')).not.toBeInTheDocument();
  });
});
