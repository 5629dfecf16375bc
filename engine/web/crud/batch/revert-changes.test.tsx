import { org } from '@back-office/sys/orgs/org.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { rowsOf } from '../../testing/stub-list.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { revertChanges } from './revert-changes.ts';

const feedback = () => {
  const message = { success: vi.fn(), warning: vi.fn() };
  return { message: message as unknown as AntFeedback['message'], queries: new QueryClient(), told: message };
};

test('names the records whose answer was lost, and apart from them how many were not sent at all', async () => {
  signInAs();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const rows = rowsOf(org, ...Array.from({ length: 51 }, (_, at) => ({ version: 1, orgName: `分公司${at + 1}` })));
  const { told, ...given } = feedback();
  await revertChanges(
    org,
    rows.map((row) => ({ row, values: { orgStatus: '正常' } })),
    given,
  );
  const lost = [1, 2, 3].map((at) => `分公司${at}（没有得到答复，请刷新后核对）`).join('、');
  expect(told.warning.mock.calls).toEqual([[`已撤销 0 条，50 条不知道是否撤销：${lost}；还有 1 条没有轮到`, 8]]);
  expect(told.success).not.toHaveBeenCalled();
});
