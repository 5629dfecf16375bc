import { afterwards } from '@back-office/web/platform/timing/afterwards.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Bell } from './bell.tsx';

test('the bell requests the notices awaiting confirmation once more when first opened, and not again', async () => {
  const items = [{ id: '9', msgTitle: '停电通知', msgLevel: '一般', needConfirm: '是', isRead: '是', publishTime: '2026-03-04 05:06:07' }];
  const calls = stubServer({ 'GET /api/sys/msg/list': { items, total: 1, unread: 0, unconfirmed: 1 } });
  await draw(<Bell />);
  afterwards.begin();
  const waiting = (): number => calls.filter(({ query }) => query.get('only') === 'unconfirmed').length;
  await expect.poll(waiting).toBe(1);
  const popup = page.getByRole('dialog', { name: '消息' });
  for (let time = 0; time < 3; time += 1) {
    await page.getByRole('button', { name: /^消息/ }).click();
    await expect.element(popup.getByText('停电通知')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(popup).not.toBeInTheDocument();
  }
  expect(waiting()).toBe(2);
});
