import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '@back-office/web/testing/on-phone.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { tabToHide } from '@back-office/web/testing/tab-to-hide.tsx';
import { draftStore } from '@back-office/web/crud/drafts/draft-store.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { dept } from '@back-office/sys/depts/dept.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { beforeEach, describe, expect, test } from 'vitest';
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

/** The pages of a resource's records, at whatever path. */
const pagesAt = (path: string, resource: string): RouteRecord[] =>
  ['list', 'view'].map((name) => ({
    path: `${path}/${name === 'view' ? 'view/:id' : name}`,
    name: `${path}/${name}`,
    component: `${resource}/${name}`,
    meta: { title: name },
  }));
const routes = [...pagesAt('/sys/dept', 'sys/dept'), ...pagesAt('/base/org', 'sys/org')];

let calls: Call[];
let proposals: Proposal[];
beforeEach(() => {
  proposals = [proposal];
  localStorage.clear();
  signInAs({ routes });
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

test('has its button beside the title on a phone', async () => {
  await onPhone();
  await draw(<ProposalsPage />);
  const title = page.getByRole('heading', { name: '助手建议' });
  await expect.element(title).toBeVisible();
  const refresh = button('刷新').element().getBoundingClientRect();
  expect(refresh.top).toBeLessThan(title.element().getBoundingClientRect().bottom);
});

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

test('a proposal leads to the form at the path that the menu gives its resource, and to none if the person has no such page', async () => {
  proposals = [{ ...proposal, targetResource: 'sys/org', targetId: '2', proposed: { orgName: '华东分部' } }];
  const { address, unmount } = await draw(<ProposalsPage />);
  await expect.element(page.getByRole('link', { name: '华东分公司' })).toHaveAttribute('href', '/base/org/view/2');
  await button('在表单中核对').click();
  await expect.poll(address).toBe('/base/org/view/2?edit=1');
  await unmount();
  signInAs({ routes: routes.filter(({ name }) => name !== '/base/org/view') });
  calls.length = 0;
  const without = await draw(<ProposalsPage />);
  await expect.element(page.getByText('华东分公司')).toBeVisible();
  expect(page.getByRole('link', { name: '华东分公司' }).elements()).toEqual([]);
  await button('在表单中核对').click();
  await expect.element(page.getByText('您没有打开机构表单的页面')).toBeVisible();
  expect(without.address()).toBe('/');
  expect(calls.filter(({ path }) => path.includes('open-own'))).toEqual([]);
});

describe('a proposal for a form with unsaved input', () => {
  const refusal = page.getByText('这条数据有未保存的修改，请先保存或放弃');
  const name = page.getByRole('textbox', { name: '部门名称' });
  const opened = (): Call[] => calls.filter(({ path }) => path.endsWith('/open-own/p1'));

  test('is refused, and the draft of that input is still offered', async () => {
    const form = await draw(<ViewPage resource={dept} id="7" />, { at: '/sys/dept/view/7?edit=1' });
    await name.fill('人事与培训部');
    await form.unmount();
    const { address, unmount } = await draw(<ProposalsPage />);
    await button('在表单中核对').click();
    await expect.element(refusal).toBeVisible();
    expect(address()).toBe('/');
    expect(opened()).toEqual([]);
    await unmount();
    await draw(<ViewPage resource={dept} id="7" />, { at: '/sys/dept/view/7?edit=1' });
    await button('恢复草稿').click();
    await expect.element(name).toHaveValue('人事与培训部');
  });

  test('is refused as well if that input was typed beside another proposal', async () => {
    const { unmount } = await draw(<ProposalsPage />);
    await button('在表单中核对').click();
    await expect.poll(opened).toHaveLength(1);
    await unmount();
    const { Tab, hide } = tabToHide('/sys/dept/view/7');
    await draw(
      <>
        <Tab>
          <ViewPage resource={dept} id="7" />
        </Tab>
        <ProposalsPage />
      </>,
      { at: '/sys/dept/view/7?edit=1' },
    );
    await expect.element(button('填入建议')).toBeVisible();
    await name.fill('人事与培训部');
    await hide();
    await button('在表单中核对').click();
    await expect.element(refusal).toBeVisible();
    expect(opened()).toHaveLength(1);
    expect(Object.values(localStorage).join(' ')).toContain('人事与培训部');
  });

  test('is offered if the draft of that input differs in nothing from what is stored', async () => {
    draftStore.write(sessionStore.get().userId, 'sys/dept 7', { at: Date.now(), values: { deptName: '人事部' }, base: { version: 2 } });
    const { address } = await draw(<ProposalsPage />);
    await button('在表单中核对').click();
    await expect.poll(address).toBe('/sys/dept/view/7?edit=1');
  });
});

test('a removed proposal disappears, and an empty list says so', async () => {
  await draw(<ProposalsPage />);
  await button('移除').click();
  await expect.element(page.getByText('没有等待处理的建议')).toBeVisible();
});
