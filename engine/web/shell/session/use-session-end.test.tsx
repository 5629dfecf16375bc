import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getAccessToken } from '../../platform/request/access-token.ts';
import { sessionEnds } from '../../platform/request/session-ends.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { useSessionEnd } from './use-session-end.ts';

const drawing = vi.fn();

function Line() {
  drawing();
  return <p>{useSessionEnd()?.why ?? '还早'}</p>;
}

const endIn = (idle: number): void =>
  sessionEnds.record({ token: getAccessToken() ?? '', idle: Date.now() + idle, total: Date.now() + 3_600_000 });

test('while the end is far, an answer that postpones it causes no render', async () => {
  endIn(60_000);
  await draw(<Line />);
  await expect.element(page.getByText('idle')).toBeVisible();
  endIn(600_000);
  await expect.element(page.getByText('还早')).toBeVisible();
  drawing.mockClear();
  endIn(700_000);
  // Any render caused by that would come before this one.
  await draw(<p>后来</p>);
  await expect.element(page.getByText('后来')).toBeVisible();
  expect(drawing).not.toHaveBeenCalled();
});
