import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { rowsOf } from '@back-office/web/testing/stub-list.ts';
import { type Call, Refusal, stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DirectoryTrial } from '../directory-calls.ts';
import { directory } from '../directory.ts';
import { TrialDialog } from './trial-dialog.tsx';

const [row] = rowsOf(directory, { directoryName: '公司目录', lastTime: '2026-03-04 03:30:00' }) as RecordOf<typeof directory>[];
const trial: DirectoryTrial = {
  people: 3,
  departments: 1,
  counts: { added: 0, changed: 1, disabled: 0, conflicts: 250 },
  lines: {
    added: [],
    changed: [{ name: '林晚晴', detail: '部门' }],
    disabled: [],
    conflicts: Array.from({ length: 200 }, (_, at) => ({ name: `重名${at}`, detail: '本系统已有同名账号' })),
  },
};
const closed: string[] = [];
const path = (what: string): string => `/api/sys/directory/${what}/1`;
async function open(answers: Readonly<Record<string, unknown>>): Promise<Call[]> {
  closed.length = 0;
  const calls = stubServer({ [`POST ${path('trial')}`]: trial, [`POST ${path('run')}`]: null, ...answers });
  if (row !== undefined) await draw(<TrialDialog row={row} onClose={() => closed.push('closed')} />);
  return calls;
}
const dialog = page.getByRole('dialog', { name: '试运行：公司目录' });
const running = page.getByRole('dialog', { name: '同步：公司目录', exact: true });
const button = (name: string) => dialog.getByRole('button', { name });

test('opens at what would change, and says that long lists are cut off', async () => {
  await open({});
  await expect.element(dialog.getByText('目录中有 3 人、1 个部门。')).toBeVisible();
  await expect.element(dialog.getByRole('tab', { name: '修改 1' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(dialog.getByText('林晚晴')).toBeVisible();
  await dialog.getByRole('tab', { name: '冲突 250' }).click();
  await expect.element(dialog.getByText('只列出前 200 条。')).toBeVisible();
  await dialog.getByRole('tab', { name: '新增 0' }).click();
  await expect.element(dialog.getByText('没有').last()).toBeVisible();
});

test('starts the synchronisation and shows its result', async () => {
  let isOver = false;
  const calls = await open({
    [`GET ${path('select')}`]: () =>
      isOver ? { ...row, lastTime: '2026-03-04 09:00:00', lastStatus: '成功', lastMessage: '新增 0 人，修改 1 人，停用 0 人' } : row,
  });
  await button('开始同步').click();
  await expect.element(running.getByText('正在同步')).toBeVisible();
  isOver = true;
  await expect.element(running.getByText('新增 0 人，修改 1 人，停用 0 人')).toBeVisible();
  expect(calls.find(({ path: called }) => called === path('run'))?.body).toEqual({ force: false });
  await running.getByRole('button', { name: '返回列表' }).click();
  expect(closed).toEqual(['closed']);
});

test('says why a run failed', async () => {
  await open({ [`GET ${path('select')}`]: { ...row, lastTime: '2026-03-04 09:00:00', lastStatus: '失败', lastMessage: '暂时无法读取' } });
  await button('开始同步').click();
  await expect.element(running.getByText('同步没有完成')).toBeVisible();
  await expect.element(running.getByText('暂时无法读取')).toBeVisible();
});

test('a directory that returns far fewer people is synchronised only if the user insists', async () => {
  const refused = '目录只返回 1 人，上次是 40 人，少了太多，已停止：请先检查目录';
  const calls = await open({ [`POST ${path('trial')}`]: { ...trial, refused, mayForce: true }, [`GET ${path('select')}`]: row });
  await expect.element(dialog.getByText(refused)).toBeVisible();
  await button('仍然同步').click();
  await expect.element(running).toBeVisible();
  expect(calls.find(({ path: called }) => called === path('run'))?.body).toEqual({ force: true });
});

test('a directory that returns nobody cannot be synchronised', async () => {
  await open({ [`POST ${path('trial')}`]: { ...trial, refused: '目录没有返回任何人', mayForce: false } });
  await expect.element(button('仍然同步')).toBeDisabled();
});

test('a run whose result cannot be loaded offers a retry', async () => {
  await open({
    [`GET ${path('select')}`]: () => {
      throw new Refusal('gone');
    },
  });
  await button('开始同步').click();
  await expect.element(running.getByRole('button', { name: '重试' })).toBeVisible();
});

/** @see docs/postmortems/limits-that-work-reaches.md */
test('a dry run of a very large directory has a longer timeout than other calls', async () => {
  // Shortens a minute to 600 milliseconds.
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
  await open({ [`POST ${path('trial')}`]: () => new Promise((resolve) => setTimeout(() => resolve(trial), 600)) });
  await expect.element(dialog.getByText('林晚晴')).toBeVisible();
});

test('a directory that cannot be read is read again on retry', async () => {
  let isAway = true;
  await open({
    [`POST ${path('trial')}`]: () => {
      if (isAway) throw new Refusal('unavailable', '暂时无法读取“公司目录”，请稍后重试');
      return trial;
    },
  });
  await expect.element(dialog.getByText('暂时无法读取“公司目录”，请稍后重试')).toBeVisible();
  await expect.element(button('开始同步')).toBeDisabled();
  isAway = false;
  await button('重试').click();
  await expect.element(dialog.getByText('林晚晴')).toBeVisible();
});
