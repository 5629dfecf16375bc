import { draw } from '@back-office/app/testing/web/draw.tsx';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { token } from '../token.ts';

const tokens = rowsOf(
  token,
  { tokenName: '考勤同步', tokenStatus: '正常', expireTime: '2026-01-01 00:00:00' },
  { tokenName: '报表', tokenStatus: '正常', expireTime: '2999-01-01 00:00:00' },
);
const row = (name: string) => page.getByRole('row', { name });

test('the list marks keys whose time is over, also where their state is a switch', async () => {
  stubServer(stubList(token, tokens));
  await draw(<ListPage resource={token} />, { at: '/sys/token/list' });
  await expect.element(row('考勤同步').getByText('已过期')).toBeVisible();
  await expect.element(row('考勤同步').getByRole('switch')).toBeVisible();
  await expect.element(row('报表').getByText('已过期')).not.toBeInTheDocument();
});

test('the list shows them as expired, not as in use, to people who may only read', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/token': 'read' } });
  stubServer(stubList(token, tokens));
  await draw(<ListPage resource={token} />, { at: '/sys/token/list' });
  await expect.element(row('报表').getByText('正常')).toBeVisible();
  await expect.element(row('考勤同步').getByText('正常')).not.toBeInTheDocument();
});
