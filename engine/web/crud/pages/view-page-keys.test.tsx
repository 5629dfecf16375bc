import type { Field } from '@back-office/contract/resource/field.ts';
import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { rowsOf } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ViewPage } from './view-page.tsx';

const [zhang] = rowsOf(user, { userAccount: 'zhang', userName: '张三', userPhone: '13800138000' });
const answers = {
  'GET /api/sys/user/select/1': zhang,
  'POST /api/live/watch': { version: 1 },
  'DELETE /api/live/watch/1': null,
};
const drawRecord = () => draw(<ViewPage resource={user} id="1" />, { at: '/sys/user/view/1' });

test('E starts editing and Ctrl+S saves, wherever the focus is', async () => {
  const calls = stubServer({ ...answers, 'POST /api/sys/user/save': { ...zhang, version: 2, userName: '张三丰' } });
  const { address } = await drawRecord();
  await expect.element(page.getByText('13800138000')).toBeVisible();
  await userEvent.keyboard('e');
  await expect.element(page.getByRole('textbox', { name: '账号' })).toHaveFocus();
  const name = page.getByRole('textbox', { name: '姓名' });
  await name.fill('张三丰');
  // In an input it is just a letter.
  await userEvent.type(name, 'e{Backspace}');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(() => calls.filter(({ path }) => path === '/api/sys/user/save')).toHaveLength(1);
  await expect.poll(address).toBe('/sys/user/view/1');
});

/** Opens the form of the record, whose note is a field of the given kind, and answers with what is saved. */
const editNote = async (note: Field) => {
  const calls = stubServer({ ...answers, 'POST /api/sys/user/save': { ...zhang, version: 2 } });
  const resource = { ...user, fields: { ...user.fields, userRemark: note } };
  await draw(<ViewPage resource={resource} id="1" />, { at: '/sys/user/view/1?edit=1' });
  await expect.element(page.getByRole('textbox', { name: '姓名' })).toBeVisible();
  return () => calls.filter(({ path }) => path === '/api/sys/user/save').map(({ body }) => body);
};
const time: Field = { kind: 'datetime', label: '时刻' };
const texts: Field = { kind: 'texts', label: '地址', max: 50, most: 10 };

test('Ctrl+S saves a time that is still being typed', async () => {
  const saved = await editNote(time);
  await page.getByLabelText('时刻').click();
  await userEvent.keyboard('2027-01-31 08:00:00{Control>}s{/Control}');
  await expect.poll(saved).toMatchObject([{ userRemark: '2027-01-31 08:00:00' }]);
});

test('Ctrl+S saves a time whose calendar is still open', async () => {
  const saved = await editNote(time);
  await page.getByLabelText('时刻').fill('2027-01-31 08:00:00');
  await page.getByTitle('2027-01-20').click();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(saved).toMatchObject([{ userRemark: '2027-01-20 08:00:00' }]);
});

test('Ctrl+S saves a text of a list that is still being typed', async () => {
  const saved = await editNote(texts);
  await page.getByRole('combobox', { name: '地址' }).click();
  await userEvent.keyboard('10.0.0.1{Control>}s{/Control}');
  await expect.poll(saved).toMatchObject([{ userRemark: ['10.0.0.1'] }]);
});

test('Ctrl+S saves nothing while a time cannot be read, says why and keeps it', async () => {
  const saved = await editNote(time);
  await page.getByLabelText('时刻').click();
  await userEvent.keyboard('2027-02-29{Control>}s{/Control}');
  await expect.element(page.getByText('时刻应为有效的时间，例如 2026-01-31 08:00:00')).toBeVisible();
  await expect.element(page.getByLabelText('时刻')).toHaveValue('2027-02-29');
  await expect.element(page.getByLabelText('时刻')).toHaveFocus();
  expect(saved()).toEqual([]);
});

test('neither Ctrl+S nor 保存 saves while a number cannot be read, which stays and is complained about', async () => {
  const saved = await editNote({ kind: 'number', label: '人数', min: 0, max: 999 });
  const number = page.getByRole('spinbutton', { name: '人数' });
  await number.fill('12万');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('人数应为数字')).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect.element(number).toHaveFocus();
  await expect.element(number).toHaveValue('12万');
  expect(saved()).toEqual([]);
  await number.fill('１２');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(saved).toMatchObject([{ userRemark: 12 }]);
});

test('E does nothing if the person cannot edit', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/user': 'read' } });
  stubServer({ ...answers, 'GET /api/sys/user/select-history/1': [] });
  const { address } = await drawRecord();
  await expect.element(page.getByText('13800138000')).toBeVisible();
  await userEvent.keyboard('e');
  // A form would have replaced the tabs by the time that one of them has opened.
  await page.getByRole('tab', { name: '变更历史' }).click();
  await expect.element(page.getByText('还没有变更记录')).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  expect(address()).toBe('/sys/user/view/1');
});

test.each([
  ['saved', '保存'],
  ['left', '返回用户列表'],
])('the focus moves to the heading when the form is %s, and not out of the page', async (_, button) => {
  stubServer({ ...answers, 'POST /api/sys/user/save': { ...zhang, version: 2 } });
  const heading = (
    <h1 key="heading" tabIndex={-1}>
      用户信息
    </h1>
  );
  await draw([heading, <ViewPage key="view" resource={user} id="1" />], { at: '/sys/user/view/1?edit=1' });
  await expect.element(page.getByRole('textbox', { name: '姓名' })).toHaveValue('张三');
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect.element(page.getByRole('button', { name: '编辑' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '用户信息' })).toHaveFocus();
});
