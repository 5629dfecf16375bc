import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { dept } from '@back-office/sys/depts/dept.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Proposal } from '../proposal.ts';
import { ProposalsPage } from './proposals-page.tsx';

const stored = { id: '7', version: 3, deptName: '人事部', deptCode: 'hr', deptSort: 1, deptStatus: '正常', sysOrgId: '1', parentId: null };
const proposal: Proposal = {
  id: 'p1',
  createTime: '2026-03-04 05:06:07',
  tokenName: '写作',
  targetResource: 'sys/dept',
  targetId: '7',
  targetVersion: 3,
  proposed: { deptName: '人力资源部', sysOrgId: '2' },
  reason: '与新的组织架构一致',
  openTime: null,
};

let calls: Call[];
let proposals: Proposal[];
beforeEach(() => {
  proposals = [proposal];
  localStorage.clear();
  signInAs();
  calls = stubServer({
    'GET /api/sys/proposal/select-own': () => proposals,
    'POST /api/sys/proposal/open-own/p1': true,
    'DELETE /api/sys/proposal/delete-own/p1': () => ((proposals = []), true),
    'GET /api/sys/dept/select/7': stored,
    'GET /api/sys/org/select/2': { id: '2', version: 1, orgName: '华东分公司' },
    'GET /api/sys/org/select/1': { id: '1', version: 1, orgName: '总部' },
    'GET /api/sys/org/select-options': { items: [], total: 0 },
    'GET /api/sys/dept/select-options': { items: [], total: 0 },
    'POST /api/live/watch': { version: 3 },
  });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('shows what would change in which record and why, with references by name', async () => {
  await draw(<ProposalsPage />);
  const card = page.getByRole('article', { name: '修改部门' });
  await expect.element(card).toMatchTextContent(/修改部门人事部.*写作：与新的组织架构一致.*人力资源部.*华东分公司/);
  await expect.element(card.getByRole('link', { name: '人事部' })).toHaveAttribute('href', expect.stringContaining('/sys/dept/view/7'));
});

test('a proposal can be filled into the form of its record, and nothing is saved', async () => {
  const { address, unmount } = await draw(<ProposalsPage />);
  await button('在表单中核对').click();
  await expect.poll(address).toBe('/sys/dept/view/7?edit=1');
  await unmount();
  await draw(<ViewPage resource={dept} id="7" />, { at: '/sys/dept/view/7?edit=1' });
  const name = page.getByRole('textbox', { name: '部门名称' });
  await expect.element(page.getByRole('status').filter({ hasText: '助手“写作”建议修改' })).toBeVisible();
  await expect.element(name).toHaveValue('人事部');
  await button('填入建议').click();
  await expect.element(name).toHaveValue('人力资源部');
  expect(calls.filter(({ path }) => path.endsWith('/save'))).toEqual([]);
});

test('a removed proposal disappears, and an empty list says so', async () => {
  await draw(<ProposalsPage />);
  await button('移除').click();
  await expect.element(page.getByText('没有等待处理的建议')).toBeVisible();
});
