import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { wordsOfButtons } from '@back-office/web/testing/words-of-buttons.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { logLogin } from '../log-login.ts';
import { logOpt } from '../log-opt.ts';
import { LogLoginListPage } from './log-login-list-page.tsx';
import { LogOptListPage } from './log-opt-list-page.tsx';

const old = '2020-01-01 00:00:00';
const young = '2099-01-01 00:00:00';
const offered = (name: string): string[] => wordsOfButtons(page.getByRole('row', { name }));

test.each([
  [
    'sign-in log',
    logLogin,
    rowsOf(logLogin, { userAccount: 'old', loginTime: old }, { userAccount: 'young', loginTime: young }),
    <LogLoginListPage key="login" />,
  ],
  [
    'operation log',
    logOpt,
    rowsOf(logOpt, { userAccount: 'old', optTime: old }, { userAccount: 'young', optTime: young }),
    <LogOptListPage key="opt" />,
  ],
])('a line of the %s can be deleted once its retention period is over', async (_, resource, rows: AnyRow[], drawn) => {
  stubServer(stubList(resource, rows));
  await draw(drawn, { at: `/${resource.name}/list` });
  await expect.poll(() => offered('old')).toContain('删除');
  expect(offered('young')).toEqual(['查看']);
  // Logs cannot be edited.
  expect(offered('old')).not.toContain('编辑');
  await expect.element(page.getByRole('button', { name: '新增' })).not.toBeInTheDocument();
});
