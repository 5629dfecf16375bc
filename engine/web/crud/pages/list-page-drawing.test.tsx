import { user } from '@back-office/sys/users/user.ts';
import { useLayoutEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dictionaries } from '../../testing/sample.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { manyRows, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from './list-page.tsx';

test('rows arrive in a list without an empty state before them, and re-render the toolbar only once', async () => {
  signInAs();
  const rows = { items: manyRows(user, 10), total: 10 };
  const read = Promise.withResolvers<typeof rows>();
  stubServer({
    'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'] }),
    'GET /api/sys/user/select-page': () => read.promise,
  });
  const bar = vi.fn<() => boolean>(() => true);
  let saidEmpty = false;
  const look = new MutationObserver(() => (saidEmpty ||= document.querySelector('main .ant-empty') !== null));
  look.observe(document, { childList: true, subtree: true });
  await draw(<ListPage resource={user} actions={[{ name: 'edit', label: '核对', offered: bar, run: () => undefined }]} />, {
    at: '/sys/user/list',
  });
  await expect.poll(() => document.querySelector('.list-skeleton')).not.toBe(null);
  const before = bar.mock.calls.length;
  read.resolve(rows);
  await expect.element(page.getByRole('row').nth(10)).toBeVisible();
  look.disconnect();
  expect(saidEmpty).toBe(false);
  expect(bar.mock.calls.length - before).toBe(1);
});

test('a table with cached rows is rendered after the toolbar above it', async () => {
  stubServer(stubList(user, manyRows(user, 3)));
  // The state of the page when the list was first inserted.
  const stood: (readonly [toolbar: boolean, table: boolean])[] = [];
  const there = (selector: string): boolean => document.querySelector(selector) !== null;
  function Beside() {
    useLayoutEffect(() => void stood.push([there('.folding-tools'), there('.ant-table')]), []);
    return null;
  }
  function Page() {
    const [shown, show] = useState(true);
    return (
      <>
        <button type="button" onClick={() => show(!shown)}>
          别处
        </button>
        {shown && <ListPage resource={user} />}
        {shown && <Beside />}
      </>
    );
  }
  await draw(<Page />, { at: '/sys/user/list' });
  const last = page.getByText('甲3');
  await expect.element(last).toBeVisible();
  const elsewhere = page.getByRole('button', { name: '别处' });
  await elsewhere.click();
  await expect.element(last).not.toBeInTheDocument();
  await elsewhere.click();
  await expect.element(last).toBeVisible();
  expect(stood).toEqual([
    [true, false],
    [true, false],
  ]);
});

test('another page starts at its top, however far the previous one was scrolled', async () => {
  stubServer({ ...stubList(user, manyRows(user, 100)), 'GET /api/sys/dict/select-tree': dictionaries({}) });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=50' });
  const next = page.getByRole('listitem', { name: '下一页' }).getByRole('button');
  await expect.element(next).toBeInTheDocument();
  scrollTo({ top: document.documentElement.scrollHeight });
  await expect.poll(() => scrollY).toBeGreaterThan(1000);
  (next.element() as HTMLElement).click();
  await expect.element(page.getByText('甲51', { exact: true })).toBeInTheDocument();
  await expect.poll(() => scrollY).toBe(0);
});
