import type { ImportBatch } from '@back-office/contract/calls/import.ts';
import { role } from '@back-office/sys/roles/role.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { Batches } from './batches.tsx';

const batch = (batchNo: number, state = '已导入'): ImportBatch => ({
  id: String(batchNo),
  batchNo,
  fileName: `角色${batchNo}.xlsx`,
  saved: 20,
  saveTime: '2026-03-04 05:06:07',
  state,
});
const start = async (batches: unknown, more: Record<string, unknown> = {}): Promise<Call[]> => {
  const calls = stubServer({ 'GET /api/sys/role/select-imports': batches, ...more });
  await draw(<Batches resource={role} />);
  return calls;
};
const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const undo = line('角色7.xlsx').getByRole('button', { name: '撤销导入' });
const dialog = page.getByRole('dialog', { name: '撤销导入？' });

test('the last five imports are listed, one of them as undone', async () => {
  await start([batch(7), batch(6, '已撤销'), batch(5), batch(4), batch(3), batch(2)]);
  await expect.element(line('角色7.xlsx')).toMatchTextContent('批次 7，20 行，2026-03-04 05:06:07');
  await expect.element(line('角色6.xlsx')).toMatchTextContent('已撤销');
  await expect.element(line('角色6.xlsx').getByRole('button')).not.toBeInTheDocument();
  expect(page.getByRole('listitem').elements()).toHaveLength(5);
});

test('on a phone a time never wraps, however long the file name is', async () => {
  await onPhone();
  await start([{ ...batch(123_456), fileName: `${'很长的名称'.repeat(8)}.xlsx`, saved: 100_000 }]);
  const time = page.getByText('2026-03-04 05:06:07', { exact: true });
  await expect.element(time).toBeVisible();
  expect(time.element().getClientRects()).toHaveLength(1);
  // The button's text does not touch its edges.
  const press = page.getByRole('button', { name: '撤销导入' }).element();
  expect(press.clientWidth - (press.firstElementChild?.getBoundingClientRect().width ?? 0)).toBeGreaterThanOrEqual(12);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('an import is undone after confirmation, and the list is reloaded', async () => {
  let state = '已导入';
  const calls = await start(() => [batch(7, state)], {
    'POST /api/sys/role/undo-import/7': () => {
      state = '已撤销';
      return { undone: 20 };
    },
  });
  await undo.click();
  await expect.element(dialog).toMatchTextContent('这次导入的 20 行将被删除。其中有数据已被修改或使用，或已有附件、关联数据时，不能撤销。');
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await dialog.getByRole('button', { name: '撤销导入' }).click();
  await expect.element(page.getByText('已撤销导入的 20 行')).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
});

/** @see docs/postmortems/limits-that-work-reaches.md */
test('undoing a hundred thousand rows may take longer than other calls may', async () => {
  // Shortens a minute to 600 milliseconds.
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
  await start([{ ...batch(7), saved: 100_000 }], {
    'POST /api/sys/role/undo-import/7': () => new Promise((resolve) => setTimeout(() => resolve({ undone: 100_000 }), 600)),
  });
  await undo.click();
  await dialog.getByRole('button', { name: '撤销导入' }).click();
  await expect.element(page.getByText('已撤销导入的 100,000 行')).toBeVisible();
});

test('an import whose rows are in use is kept, and a repeated attempt has the same idempotency key', async () => {
  const calls = await start([batch(7)], {
    'POST /api/sys/role/undo-import/7': () => {
      throw new Refusal('conflict', '其中有数据已被修改');
    },
  });
  for (let time = 0; time < 2; time += 1) {
    await undo.click();
    await dialog.getByRole('button', { name: '撤销导入' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  }
  await expect.element(page.getByText('其中有数据已被修改').first()).toBeVisible();
  const keys = calls.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test('an import cannot be undone without permission to delete', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/role': 'import' } });
  await start([batch(7)]);
  await expect.element(line('角色7.xlsx')).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
});
