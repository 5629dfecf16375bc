import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { job } from '../job.ts';
import { jobRun } from '../job-run.ts';
import { JobListPage } from './job-list-page.tsx';
import { JobRunListPage } from './job-run-list-page.tsx';

const kinds = rowsOf(
  job,
  { jobTitle: '清理日志', jobKind: 'clear-logs', jobState: '等待执行', jobSchedule: '每 1 小时', isPlanned: '是' },
  { jobTitle: '发送短信', jobKind: 'send-sms', jobState: '已暂停', jobSchedule: '由操作触发', isPlanned: '否' },
);
const start = async (more: Record<string, unknown> = {}): Promise<Call[]> => {
  const calls = stubServer({ ...stubList(job, kinds), 'GET /api/sys/user/preference': {}, ...more });
  await draw(<JobListPage />, { at: '/sys/job/list' });
  return calls;
};
const row = (name: string) => page.getByRole('row', { name });
const sent = (calls: Call[], method: string): unknown[] =>
  calls.filter((call) => call.method === method).map(({ path, body }) => [path, body]);

test('no row can be selected, since there are no bulk actions', async () => {
  await start();
  await expect.element(row('清理日志')).toBeVisible();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('a kind is run at once, and paused after a confirmation', async () => {
  const calls = await start({ 'POST /api/sys/job/run/1': null, 'PUT /api/sys/job/pause/1': null });
  await row('清理日志')
    .getByRole('button', { name: /立即执行/ })
    .click();
  await expect.element(page.getByText('已安排执行')).toBeVisible();
  await row('清理日志').getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '暂停' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '暂停' }).click();
  await expect.poll(() => sent(calls, 'PUT')).toEqual([['/api/sys/job/pause/1', { version: 0 }]]);
});

test('a schedule shows its next runs, or what is wrong with it, before it is saved', async () => {
  const { answer, release } = deferredAnswer(null);
  const calls = await start({
    'GET /api/sys/job/next-times': ({ query }: Call) => {
      if (query.get('cron') !== '30 2 * * *') throw new Refusal('refused', '应为五段');
      return { times: ['2026-11-24 02:30:00'] };
    },
    'PUT /api/sys/job/plan/1': answer,
  });
  await row('清理日志')
    .getByRole('button', { name: /调整时间/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('x');
  await expect.element(dialog.getByText('应为五段')).toBeVisible();
  // Shown within the dialog, not as a message for each keystroke.
  expect(page.getByText('应为五段').elements()).toHaveLength(1);
  await dialog.getByRole('button', { name: '每天凌晨 2:30' }).click();
  await expect.element(dialog.getByText('2026-11-24 02:30:00')).toBeVisible();
  await dialog.getByRole('textbox').click();
  await userEvent.keyboard('{Enter}{Enter}');
  // Once the dialog is gone, Enter would press the button that opened it.
  release();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(calls, 'PUT')).toEqual([['/api/sys/job/plan/1', { version: 0, jobCron: '30 2 * * *' }]]);
});

test('a user with only the read permission changes nothing, and can ask to be notified of failures', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/job': 'read' } });
  const calls = await start({ 'PUT /api/sys/user/preference/jobs.notify': null });
  await expect.element(row('清理日志')).toBeVisible();
  await expect.element(row('清理日志').getByRole('button', { name: /立即执行|调整时间/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: '失败时通知我' }).click();
  await expect.element(page.getByRole('button', { name: '失败时会通知我' })).toBeVisible();
  await expect.poll(() => sent(calls, 'PUT')).toEqual([['/api/sys/user/preference/jobs.notify', { value: true }]]);
});

test('a failed run can be retried, and a successful one cannot', async () => {
  const runs = rowsOf(jobRun, { jobTitle: '坏的', runStatus: '失败' }, { jobTitle: '好的', runStatus: '成功' });
  const calls = stubServer({ ...stubList(jobRun, runs), 'POST /api/sys/job-run/retry/1': null });
  await draw(<JobRunListPage />, { at: '/sys/job-run/list' });
  await row('坏的').getByRole('button', { name: /重试/ }).click();
  await expect.element(page.getByText('已安排重试')).toBeVisible();
  expect(sent(calls, 'POST')).toEqual([['/api/sys/job-run/retry/1', undefined]]);
  await expect.element(row('好的').getByRole('button', { name: /重试/ })).not.toBeInTheDocument();
});
