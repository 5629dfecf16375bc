import { org } from '@back-office/sys/orgs/org.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { openAcme } from '@back-office/app/testing/web/acme.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import type { Values } from '../fields/field-kit.ts';
import type { RecordTab } from './record-tab.ts';
import { RecordTabs } from './record-tabs.tsx';

const row = { id: '7', orgName: '总部' };
const tab = (more: Partial<RecordTab>): RecordTab => ({
  resource: org.name,
  name: 'boxes',
  label: '盒子',
  order: 15,
  Tab: ({ row: { orgName } }: { row: Values }) => <p>{String(orgName)}的盒子</p>,
  ...more,
});
const drawTabs = (...recordTabs: RecordTab[]) => {
  const modules = openAcme({ pages: { recordTabs } });
  return draw(
    <RecordTabs resource={org} row={row}>
      <p>机构本身</p>
    </RecordTabs>,
    { modules },
  );
};
const labels = () =>
  page
    .getByRole('tab')
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a company’s tab is placed among the built-in ones by its number, and receives the record', async () => {
  await drawTabs(tab({}));
  await expect.poll(labels).toEqual(['基本信息', '盒子', '附件', '变更历史']);
  await page.getByRole('tab', { name: '盒子' }).click();
  await expect.element(page.getByText('总部的盒子')).toBeVisible();
});

test('a tab is shown only to the people and for the records that it declares', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/org': 'read' } });
  await drawTabs(
    tab({ name: 'hidden', label: '不给', offered: () => false }),
    tab({ name: 'denied', label: '无权', right: { resource: 'sys/user', permission: 'read' } }),
    tab({ name: 'granted', label: '有权', right: { resource: 'sys/org', permission: 'read' } }),
  );
  await expect.poll(labels).toEqual(['基本信息', '有权', '附件', '变更历史']);
});

test('a tab that throws, or cannot be loaded, affects only itself', async () => {
  let broken = true;
  const Broken = () => {
    if (broken) throw new Error('broken on purpose');
    return <p>好了</p>;
  };
  await drawTabs(
    tab({ Tab: Broken }),
    tab({ name: 'lost', label: '丢失', Tab: lazyPart(() => Promise.reject(new TypeError('Failed to fetch'))) }),
  );
  await page.getByRole('tab', { name: '丢失' }).click();
  await expect.element(page.getByRole('heading', { name: '“丢失”加载失败' })).toBeVisible();
  await page.getByRole('tab', { name: '盒子' }).click();
  await expect.element(page.getByRole('heading', { name: '“盒子”出错了' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('好了')).toBeVisible();
  await page.getByRole('tab', { name: '基本信息' }).click();
  await expect.element(page.getByText('机构本身')).toBeVisible();
});

test('the named tab is open first, or the record itself if there is no such tab', async () => {
  const modules = openAcme({ pages: { recordTabs: [tab({})] } });
  const named = (first: string) => (
    <RecordTabs resource={org} row={row} first={first}>
      <p>机构本身</p>
    </RecordTabs>
  );
  await draw(named('boxes'), { modules });
  await expect.element(page.getByText('总部的盒子')).toBeVisible();
  await draw(named('nothing'), { modules });
  await expect.element(page.getByText('机构本身')).toBeVisible();
});
