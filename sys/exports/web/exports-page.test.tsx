import type { ExportRecord } from '@back-office/contract/calls/export.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { liveTicket, stubLive } from '@back-office/web/testing/stub-live.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ExportsPage } from './exports-page.tsx';

const record = (id: string, values: Partial<ExportRecord> = {}): ExportRecord => ({
  id,
  title: '用户',
  fileName: `用户${id}.xlsx`,
  state: 'done',
  done: 1234,
  total: 1234,
  fileSize: 2_500_000,
  failReason: null,
  createTime: '2026-03-04 05:06:07',
  expireTime: '2026-03-11 05:06:07',
  ...values,
});
const path = 'GET /api/sys/export/select-exports';
const start = async (records: ExportRecord[] | (() => unknown), more: Record<string, unknown> = {}): Promise<Call[]> => {
  const calls = stubServer({ ...liveTicket, [path]: records, ...more });
  await draw(<ExportsPage />);
  return calls;
};
const row = (name: string) => page.getByRole('row', { name });
const asked = (calls: Call[]): number => calls.filter((call) => `GET ${call.path}` === path).length;

describe('the list of exports', () => {
  test('shows the state of each export on a phone too', async () => {
    await page.viewport(390, 844);
    await start([record('1'), record('3', { state: 'failed', fileSize: null, failReason: '磁盘空间不足' })]);
    await expect.element(row('用户1.xlsx')).toMatchTextContent('用户1.xlsx已完成2026-03-04 05:06:07下载删除');
    await expect.element(row('用户3.xlsx')).toMatchTextContent('失败磁盘空间不足');
    await page.viewport(1440, 900);
  });

  test('shows the state and size of each export, and how long it is kept', async () => {
    await start([
      record('1'),
      record('2', { state: 'waiting', done: 0, fileSize: null }),
      record('3', { state: 'failed', fileSize: null, failReason: '磁盘空间不足' }),
      record('4', { state: 'cancelled', fileSize: 900 }),
    ]);
    await expect.element(row('用户1.xlsx')).toMatchTextContent('已完成1,2342.4 MB2026-03-04 05:06:072026-03-11 05:06:07');
    await expect.element(row('用户2.xlsx')).toMatchTextContent('排队中0—');
    await expect.element(row('用户3.xlsx')).toMatchTextContent('失败磁盘空间不足');
    await expect.element(row('用户4.xlsx')).toMatchTextContent('已取消1,234900 B');
  });

  test.each([
    [500, 1000, '50'],
    // Never 100 percent before it is done.
    [1000, 1000, '99'],
    [500, null, '0'],
  ])('with %d of %s rows done shows %s percent', async (done, total, percent) => {
    await start([record('1', { state: 'running', done, total, fileSize: null })]);
    await expect.element(page.getByRole('progressbar', { name: '用户1.xlsx的进度' })).toHaveAttribute('aria-valuenow', percent);
  });

  test('says that there are no exports yet, but not before it is loaded', async () => {
    const { answer, release } = deferredAnswer([]);
    await start(answer);
    await expect.element(page.getByRole('heading', { name: '导出中心' })).toBeVisible();
    await expect.element(page.getByText('还没有导出记录')).not.toBeInTheDocument();
    release();
    await expect.element(page.getByText('还没有导出记录')).toBeVisible();
  });

  test('says why it cannot be loaded, and loads on retry', async () => {
    let broken = true;
    await start(() => {
      if (broken) throw new Refusal('notPermitted');
      return [record('1')];
    });
    await expect.element(page.getByRole('heading', { name: '导出记录加载失败' })).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: '重试' }).click();
    await expect.element(row('用户1.xlsx')).toBeVisible();
  });

  test('is updated when the server reports a change', async () => {
    let state: ExportRecord['state'] = 'running';
    const calls = await start(() => [record('1', { state })]);
    await expect.element(page.getByRole('progressbar', { name: '用户1.xlsx的进度' })).toBeVisible();
    const live = await stubLive();
    state = 'done';
    live.change('export');
    await expect.element(row('用户1.xlsx')).toMatchTextContent('已完成');
    expect(asked(calls)).toBe(2);
  });
});

describe('an export', () => {
  test('can be cancelled while it is running, and cannot be downloaded', async () => {
    let state: ExportRecord['state'] = 'running';
    const calls = await start(() => [record('1', { state })], {
      'POST /api/sys/export/cancel/1': () => {
        state = 'cancelled';
      },
    });
    await expect.element(page.getByRole('button', { name: '下载用户1.xlsx' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: '取消用户1.xlsx' }).click();
    await expect.element(page.getByText('已请求取消')).toBeVisible();
    await expect.element(row('用户1.xlsx')).toMatchTextContent('已取消');
    expect(calls.map(({ method }) => method)).toContain('POST');
  });

  test('that is finished is downloaded under its file name', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const file = new Response('xlsx', { headers: { 'content-disposition': "attachment; filename*=UTF-8''%E7%94%A8%E6%88%B7.xlsx" } });
    await start([record('1')], { 'GET /api/sys/export/download/1': () => file });
    await page.getByRole('button', { name: '下载用户1.xlsx' }).click();
    await expect.element(page.getByText('下载完成')).toBeVisible();
    expect(saved).toEqual(['用户.xlsx']);
  });

  test('that is gone when it is downloaded says so', async () => {
    await start([record('1')], {
      'GET /api/sys/export/download/1': () => {
        throw new Refusal('gone');
      },
    });
    await page.getByRole('button', { name: '下载用户1.xlsx' }).click();
    await expect.element(page.getByText('数据不存在或已被删除')).toBeVisible();
    await expect.element(page.getByText('下载完成')).not.toBeInTheDocument();
  });

  test('is deleted after a confirmation', async () => {
    let all = [record('1'), record('2')];
    const calls = await start(() => all, {
      'DELETE /api/sys/export/delete/1': () => {
        all = all.slice(1);
      },
    });
    await page.getByRole('button', { name: '删除用户1.xlsx' }).click();
    const asking = page.getByRole('tooltip', { name: '删除这条导出记录和文件？' });
    await expect.element(asking).toBeVisible();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await asking.getByRole('button', { name: '删除' }).click();
    await expect.element(page.getByText('已删除')).toBeVisible();
    await expect.element(row('用户1.xlsx')).not.toBeInTheDocument();
    await expect.element(row('用户2.xlsx')).toBeVisible();
  });
});
