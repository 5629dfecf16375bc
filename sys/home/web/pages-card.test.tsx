import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PagesCard } from './pages-card.tsx';

test('favourite pages that the person has not now stay stored when another is chosen or taken away', async () => {
  signInAs({ account: 'lin', routes: [{ path: '/sys/user', name: 'user', component: 'sys/user/list', meta: { title: '用户管理' } }] });
  const kept = vi.fn();
  stubServer({
    'GET /api/sys/user/preference': { 'home.pages': ['/acme/months'] },
    'PUT /api/sys/user/preference/home.pages': ({ body }: Call) => kept(body),
  });
  await draw(<PagesCard />);
  await page.getByRole('button', { name: '选择页面' }).click();
  const entry = page.getByRole('button', { name: '用户管理' });
  await entry.click();
  await expect.poll(() => kept.mock.calls).toEqual([[{ value: ['/acme/months', '/sys/user'] }]]);
  await entry.click();
  await expect.poll(() => kept.mock.calls.at(-1)).toEqual([{ value: ['/acme/months'] }]);
});

test('favourite pages that the person has not now are named where pages are chosen, and can be removed there', async () => {
  signInAs({ account: 'lin', routes: [{ path: '/sys/user', name: 'user', component: 'sys/user/list', meta: { title: '用户管理' } }] });
  let stored: unknown = ['/acme/months', '/acme/years', '/sys/user', 7];
  stubServer({
    'GET /api/sys/user/preference': () => ({ 'home.pages': stored }),
    'PUT /api/sys/user/preference/home.pages': ({ body }: Call) => {
      stored = (body as { value: unknown }).value;
    },
  });
  await draw(<PagesCard />);
  await expect.element(page.getByRole('link', { name: '用户管理' })).toBeVisible();
  await expect.element(page.getByText('/acme/months')).not.toBeInTheDocument();
  await page.getByRole('button', { name: '选择页面' }).click();
  const gone = page.getByRole('button', { name: '移除 /acme/months' });
  await expect.element(gone).toMatchTextContent('/acme/months，现在打不开');
  await gone.click();
  await expect.element(gone).not.toBeInTheDocument();
  await expect.poll(() => stored).toEqual(['/acme/years', '/sys/user', 7]);
  // The keyboard stays in the card: at the next one, or the last of the list.
  const next = page.getByRole('button', { name: '移除 /acme/years' });
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(next).not.toBeInTheDocument();
  await expect.poll(() => stored).toEqual(['/sys/user', 7]);
  await expect.element(page.getByRole('button', { name: '用户管理' })).toHaveFocus();
});

test('functions that open one path are one favourite page, with one line whether it is chosen or not', async () => {
  const entry = (name: string, title: string) => ({ path: '/far', name, component: 'sys/user/list', meta: { title } });
  signInAs({ account: 'lin', routes: [entry('1', '远程'), entry('2', '又一个'), { ...entry('3', '用户管理'), path: '/sys/user' }] });
  let stored: unknown = null;
  stubServer({
    'GET /api/sys/user/preference': () => ({ 'home.pages': stored }),
    'PUT /api/sys/user/preference/home.pages': ({ body }: Call) => {
      stored = (body as { value: unknown }).value;
    },
  });
  const lines = () => [...document.querySelectorAll('.home-links li')].map(({ textContent }) => textContent);
  await draw(<PagesCard />);
  await expect.poll(lines).toEqual(['远程', '用户管理']);
  await page.getByRole('button', { name: '选择页面' }).click();
  await page.getByRole('button', { name: '远程' }).click();
  await expect.poll(() => stored).toEqual(['/far']);
  await page.getByRole('button', { name: '选好了' }).click();
  await expect.poll(lines).toEqual(['远程']);
});
