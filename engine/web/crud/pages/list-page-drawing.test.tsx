import { user } from '@back-office/sys/users/user.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dictionaries } from '../../testing/sample.ts';
import { draw } from '../../testing/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { manyRows } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from './list-page.tsx';

test('rows come into a list without a word that there are none, and what stands above them is drawn once for them', async () => {
  signInAs();
  const rows = { items: manyRows(user, 10), total: 10 };
  const read = Promise.withResolvers<typeof rows>();
  stubServer({
    'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'] }),
    'GET /api/sys/user/select-page': () => read.promise,
  });
  const bar = vi.fn<() => boolean>(() => true);
  let saidEmpty = false;
  const look = new MutationObserver(() => (saidEmpty ||= document.querySelector('.ant-empty') !== null));
  look.observe(document, { childList: true, subtree: true });
  await draw(<ListPage resource={user} actions={[{ name: 'edit', label: '核对', offered: bar, run: () => undefined }]} />, {
    at: '/sys/user/list',
  });
  await expect.poll(() => document.querySelector('.list-bones')).not.toBe(null);
  const before = bar.mock.calls.length;
  read.resolve(rows);
  await expect.element(page.getByRole('row').nth(10)).toBeVisible();
  look.disconnect();
  expect(saidEmpty).toBe(false);
  expect(bar.mock.calls.length - before).toBe(1);
});
