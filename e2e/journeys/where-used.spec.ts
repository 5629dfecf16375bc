import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { rowOf } from '../support/press.ts';

test('a record that others refer to cannot be deleted; the dialog says so and links to the others', async ({ openAsAdmin, api }) => {
  const orgName = unique('机构');
  const userName = unique('人');
  const { id } = await api.save('sys/org', { orgName, orgCode: unique('o-') });
  await api.save('sys/user', { userAccount: unique('u-'), userName, sysOrgId: id });
  const page = await openAsAdmin('/base/org/list?limit=100');
  await rowOf(page, orgName).getByRole('button', { name: '删除' }).click();
  const dialog = page.getByRole('dialog', { name: /不能删除/ });
  await expect(dialog.getByRole('button', { name: '删除' })).toBeHidden();
  await dialog.getByRole('link', { name: '用户的“机构”：1 条' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/sys/user/list?eq=${encodeURIComponent(`sysOrgId:${id}`)}`);
  await expect(rowOf(page, userName)).toBeVisible();
  await expect(page.getByRole('group', { name: '当前筛选' })).toContainText(orgName);
});

test('a record that others refer to cannot be disabled either', async ({ openAsAdmin, api }) => {
  const { id } = await api.save('sys/org', { orgName: unique('机构'), orgCode: unique('o-') });
  await api.save('sys/dept', { deptName: unique('部门'), sysOrgId: id });
  const page = await openAsAdmin(`/base/org/view/${id}?edit=1`);
  await page.getByRole('combobox', { name: '状态' }).click();
  await page.locator('.ant-select-item-option', { hasText: '停用' }).click();
  await page.getByRole('button', { name: /保存$/ }).click();
  await expect(page.getByRole('dialog', { name: /不能保存/ }).getByRole('link', { name: '部门的“所属机构”：1 条' })).toBeVisible();
});

test('a dictionary entry in use links to the records that have its value', async ({ openAsAdmin, api }) => {
  await api.save('sys/user', { userAccount: unique('u-'), userName: unique('人'), userGender: '女' });
  const [entry] = (await api.find('sys/dict', 'dictValue', '女')).filter((row) => row['dictValue'] === '女');
  const page = await openAsAdmin(`/base/dict/list?eq=dictValue:${encodeURIComponent('女')}`);
  await rowOf(page, String(entry?.['dictLabel'])).first().getByRole('button', { name: '删除' }).click();
  await page
    .getByRole('dialog', { name: /不能删除/ })
    .getByRole('link', { name: /用户的“性别”/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/sys/user/list\\?eq=${encodeURIComponent('userGender:女')}`));
});
