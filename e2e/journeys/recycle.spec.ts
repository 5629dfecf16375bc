import { unique } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';

test('a deleted organisation is found in the recycle bin and restored', async ({ openAsAdmin, api }) => {
  const name = unique('南方公司');
  const { id } = await api.save('sys/org', { orgName: name, orgCode: unique('nf'), orgLeader: '王五', orgStatus: '正常' });
  const page = await openAsAdmin(`/base/org/list?like=orgName:${encodeURIComponent(name)}`);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('dialog')).toContainText('删除后 30 天内可以在回收站恢复');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click();
  await expect(row).toHaveCount(0);

  await page.getByRole('menuitem', { name: '系统管理' }).click();
  await page.getByRole('menuitem', { name: '回收站' }).click();
  await expect(row).toContainText('机构');
  await expect(row).toContainText('管理员');
  await row.getByRole('button', { name: '查看' }).click();
  await expect(page.getByRole('dialog')).toContainText('王五');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await row.getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('已恢复 1 条')).toBeVisible();
  // It disappears by itself, also for those who prefer reduced motion.
  await expect(page.getByText('已恢复 1 条')).toBeHidden();
  await expect(row).toHaveCount(0);
  expect((await api.call<{ orgLeader: string }>('GET', `sys/org/select/${id}`)).orgLeader).toBe('王五');
});

test('the link of a long name stays within its column, also when a record is open beside the list', async ({ openAsAdmin, api }) => {
  const title = unique('今晚二十二点至次日六点核心机房停电检修，各单位请提前保存数据并关闭终端');
  const { id } = await api.save('sys/msg', { msgTitle: title, msgContent: '检修' });
  await api.call('DELETE', `sys/msg/delete/${id}`);
  const page = await openAsAdmin('/sys/recycle/list');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('dialog')).toContainText('检修');
  const link = page.getByRole('link', { name: title });
  const cell = page.getByRole('cell').filter({ has: link });
  const [linked, around] = [await link.boundingBox(), await cell.boundingBox()];
  expect(linked?.width).toBeLessThanOrEqual(around?.width ?? 0);
  expect(linked?.height).toBeGreaterThanOrEqual(24);
  await expectAccessible(page);
});
