import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { valueOf } from '../support/press.ts';
import { openAs } from '../support/sign-in.ts';

const save = (page: Page) => page.getByRole('button', { name: /保存$/ }).click();

test('a conflict between two windows is settled field by field, mine or theirs', async ({ openAsAdmin, otherPage, api, server }) => {
  const { id } = await api.save('sys/user', { userAccount: unique('c-'), userName: '原名', userRemark: '原备注', userStatus: '正常' });
  const mine = await openAsAdmin(`/sys/user/view/${id}?edit=1`);
  await mine.getByLabel('姓名').fill('我的名字');
  await mine.getByLabel('备注').fill('我的备注');
  await mine.getByLabel('邮箱').fill('mine@example.com');

  await openAs(otherPage, 'admin', server.adminPassword, `/sys/user/view/${id}?edit=1`);
  await otherPage.getByLabel('姓名').fill('他的名字');
  await otherPage.getByLabel('备注').fill('他的备注');
  await otherPage.getByLabel('手机号').fill('13800138000');
  await save(otherPage);
  await expect(valueOf(otherPage, '姓名')).toHaveText('他的名字');

  await save(mine);
  const dialog = mine.getByRole('dialog', { name: '数据已被他人修改' });
  await expect(dialog).toContainText('管理员在');
  const choice = (field: string, side: string) => dialog.getByRole('radiogroup', { name: field }).getByRole('radio', { name: side });
  await expect(choice('姓名', '我的修改')).toBeChecked();
  await expect(choice('手机号', '最新内容')).toBeChecked();
  await expect(dialog.getByRole('radiogroup', { name: '备注' })).toContainText('他的备注');
  await choice('备注', '最新内容').check();
  await dialog.getByRole('button', { name: '按选择保存' }).click();

  await expect(valueOf(mine, '姓名')).toHaveText('我的名字');
  await expect(valueOf(mine, '备注')).toHaveText('他的备注');
  await expect(valueOf(mine, '邮箱')).toHaveText('mine@example.com');
  await expect(valueOf(mine, '手机号')).toHaveText('13800138000');
});

test('cancelling a conflict keeps what was typed, and the next save shows the conflict again', async ({ openAsAdmin, api }) => {
  const record = await api.save('sys/user', { userAccount: unique('c-'), userName: '原名', userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/view/${record.id}?edit=1`);
  await page.getByLabel('姓名').fill('我的名字');
  await api.save('sys/user', { id: record.id, version: record.version, userName: '他的名字' });

  await save(page);
  const dialog = page.getByRole('dialog', { name: '数据已被他人修改' });
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('姓名')).toHaveValue('我的名字');
  await save(page);
  await dialog.getByRole('button', { name: '按选择保存' }).click();
  await expect(valueOf(page, '姓名')).toHaveText('我的名字');
});

test('a conflict in a drawer is settled in the drawer', async ({ openAsAdmin, api }) => {
  const name = unique('drawer-');
  const record = await api.save('sys/dict', { dictLabel: name, dictValue: name });
  const page = await openAsAdmin(`/base/dict/list?like=dictLabel:${name}`);
  await page.getByRole('button', { name: '编辑' }).click();
  await page.getByRole('textbox', { name: '字典名称' }).fill(`${name} mine`);
  await api.save('sys/dict', { id: record.id, version: record.version, dictLabel: `${name} theirs` });
  await save(page);
  const dialog = page.getByRole('dialog', { name: '数据已被他人修改' });
  await dialog.getByRole('radio', { name: '最新内容' }).check();
  await dialog.getByRole('button', { name: '按选择保存' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: `${name} theirs` })).toBeVisible();
});

test('a record that somebody else has deleted cannot be saved, and the page says so', async ({ openAsAdmin, api }) => {
  const { id } = await api.save('sys/user', { userAccount: unique('c-'), userName: '将要消失', userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/view/${id}?edit=1`);
  await page.getByLabel('姓名').fill('太晚了');
  await api.call('DELETE', `sys/user/delete/${id}`);
  await save(page);
  await expect(page.getByText('数据不存在或已被删除')).toBeVisible();
  await expect(page.getByLabel('姓名')).toHaveValue('太晚了');
});
