import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setting } from '../setting.ts';
import { SettingListPage } from './setting-list-page.tsx';

const rows = rowsOf(
  setting,
  {
    settingTitle: '无操作退出',
    settingName: 'SESSION_HOURS',
    settingSource: '默认值',
    currentText: '12 小时',
    currentValue: '12',
    defaultText: '12 小时',
  },
  {
    settingTitle: '两步验证',
    settingName: 'TWO_STEP',
    settingSource: '已修改',
    currentText: '必须启用',
    currentValue: 'required',
    defaultText: '由本人决定',
  },
  {
    settingTitle: '自动锁屏',
    settingName: 'LOCK_MINUTES',
    settingSource: '环境变量',
    currentText: '7 分钟',
    currentValue: '7',
    defaultText: '不锁屏',
  },
);
const start = async (answer: unknown = null): Promise<Call[]> => {
  const changes = Object.fromEntries([1, 2, 3].map((id) => [`PUT /api/sys/setting/change/${id}`, answer]));
  const calls = stubServer({ ...stubList(setting, rows), 'GET /api/sys/user/preference': {}, ...changes });
  await draw(<SettingListPage />, { at: '/sys/setting/list' });
  return calls;
};
const row = (name: string) => page.getByRole('row', { name });
const sent = (calls: Call[]): unknown[] => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);

test('the time of a change is shown only for settings that somebody has changed', async () => {
  const times = { updateTime: '2026-03-01 08:00:00' };
  stubServer({
    ...stubList(
      setting,
      rowsOf(
        setting,
        { settingTitle: '无操作退出', ...times },
        { settingTitle: '两步验证', ...times, updateUser: '7', updateUserLabel: '苏明哲' },
      ),
    ),
    'GET /api/sys/user/preference': {},
  });
  await draw(<SettingListPage />, { at: '/sys/setting/list' });
  await expect.element(row('两步验证')).toMatchTextContent(/2026-03-01 08:00:00/);
  await expect.element(row('无操作退出')).not.toMatchTextContent(/2026/);
});

test('a number is changed within its bounds, and an invalid one is reported before it is sent', async () => {
  const { answer, release } = deferredAnswer(null);
  const calls = await start(answer);
  await row('无操作退出').getByRole('button', { name: /修改/ }).click();
  const dialog = page.getByRole('dialog');
  const input = dialog.getByRole('textbox', { name: '无操作退出' });
  await expect.element(input).toHaveFocus();
  await input.fill('0');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(dialog.getByRole('alert').first()).toHaveTextContent('请输入 0.1 至 720 的数');
  expect(sent(calls)).toEqual([]);
  await input.fill('1.5');
  await userEvent.keyboard('{Enter}{Enter}');
  // Once the dialog is gone, Enter would press the button that opened it.
  release();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(calls)).toEqual([['/api/sys/setting/change/1', { version: 0, value: '1.5' }]]);
});

test('a choice is made among labelled options, and a refused save is shown in the dialog', async () => {
  await start(() => {
    throw new Refusal('refused', '别人刚刚修改过');
  });
  await row('两步验证').getByRole('button', { name: /修改/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('radio', { name: '必须启用' })).toBeChecked();
  await expect.element(dialog.getByRole('radio', { name: '必须启用' })).toHaveFocus();
  await dialog.getByRole('radio', { name: '由本人决定' }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(dialog.getByText('别人刚刚修改过')).toBeVisible();
});

test('a changed setting is reset after confirmation, and one set by the environment cannot be changed', async () => {
  const calls = await start();
  await expect.element(row('自动锁屏')).toBeVisible();
  await expect.element(row('自动锁屏').getByRole('button', { name: /修改/ })).not.toBeInTheDocument();
  await expect.element(row('无操作退出').getByRole('button', { name: /恢复默认/ })).not.toBeInTheDocument();
  await row('两步验证')
    .getByRole('button', { name: /恢复默认/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(() => sent(calls)).toEqual([['/api/sys/setting/change/2', { version: 0, value: null }]]);
});

test('a stored value that no longer fits can be reset too', async () => {
  const left = { settingTitle: '到期提醒', settingName: 'ACME_DAYS', settingSource: '存储的值不适用', currentText: '30 天' };
  stubServer({ ...stubList(setting, rowsOf(setting, left)), 'GET /api/sys/user/preference': {} });
  await draw(<SettingListPage />, { at: '/sys/setting/list' });
  await expect.element(row('到期提醒').getByRole('button', { name: /恢复默认/ })).toBeVisible();
});

test('a module’s setting is edited by the rules that the server sends', async () => {
  const own = { settingTitle: '到期提醒', settingName: 'ACME_DAYS', settingSource: '默认值', currentText: '30 天', currentValue: '30' };
  const input = { kind: 'number', min: 1, max: 365, unit: '天' };
  const calls = stubServer({
    ...stubList(setting, rowsOf(setting, own)),
    'GET /api/sys/user/preference': {},
    'GET /api/sys/setting/select-own': [
      { name: 'ACME_DAYS', title: '到期提醒', group: '合同', about: '提前多少天提醒。', byDefault: '30', input },
    ],
    'PUT /api/sys/setting/change/1': null,
  });
  await draw(<SettingListPage />, { at: '/sys/setting/list' });
  await row('到期提醒').getByRole('button', { name: /修改/ }).click();
  const typed = page.getByRole('dialog').getByRole('textbox', { name: '到期提醒' });
  await typed.fill('400');
  await page.getByRole('button', { name: '保存' }).click();
  await expect.element(page.getByText('请输入 1 至 365 的整数').first()).toBeVisible();
  await typed.fill('45');
  await page.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => sent(calls)).toEqual([['/api/sys/setting/change/1', { version: 0, value: '45' }]]);
});

test('a failure to load a module’s rules is reported, and the next click requests them again', async () => {
  let answers = 0;
  stubServer({
    ...stubList(setting, rowsOf(setting, { settingTitle: '到期提醒', settingName: 'ACME_DAYS', settingSource: '默认值' })),
    'GET /api/sys/user/preference': {},
    'GET /api/sys/setting/select-own': () => {
      answers += 1;
      return new Response('', { status: 502 });
    },
  });
  await draw(<SettingListPage />, { at: '/sys/setting/list' });
  const change = row('到期提醒').getByRole('button', { name: /修改/ });
  await change.click();
  await expect.poll(() => document.querySelector('.ant-message-error, [role=alert]')?.textContent ?? '').not.toBe('');
  const before = answers;
  await change.click();
  await expect.poll(() => answers).toBeGreaterThan(before);
});
