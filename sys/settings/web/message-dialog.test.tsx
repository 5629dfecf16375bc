import { draw } from '@back-office/app/testing/web/draw.tsx';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mailTemplates } from '../mail-templates.ts';
import { postTemplates } from '../post-templates.ts';
import { defaultMessage } from '../message-template.ts';
import { setting } from '../setting.ts';
import { SettingListPage } from './setting-list-page.tsx';

const rows = rowsOf(
  setting,
  {
    settingTitle: '重置密码的邮件',
    settingName: 'mail.reset',
    settingSource: '默认值',
    currentValue: defaultMessage(mailTemplates.reset),
  },
  {
    settingTitle: '失败任务的群消息',
    settingName: 'post.job',
    settingSource: '已修改',
    currentValue: '有任务失败：${jobTitles}',
  },
);
const start = async (answer: unknown = null, more: Record<string, unknown> = {}): Promise<Call[]> => {
  const changes = Object.fromEntries([1, 2].map((id) => [`PUT /api/sys/setting/change/${id}`, answer]));
  const calls = stubServer({ ...stubList(setting, rows), 'GET /api/sys/user/preference': {}, ...changes, ...more });
  await draw(<SettingListPage />, { at: '/sys/setting/list' });
  return calls;
};
const dialog = page.getByRole('dialog');
const open = async (name: string): Promise<void> => page.getByRole('row', { name }).getByRole('button', { name: /修改/ }).click();
const subject = dialog.getByRole('textbox', { name: '主题' });
const content = dialog.getByRole('textbox', { name: '正文' });
const preview = dialog.getByRole('region', { name: '预览' });
const save = () => dialog.getByRole('button', { name: '保存' }).click();
const sent = (calls: Call[]): unknown[] => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('the text of a mail is edited beside a preview, and variables are inserted at the cursor', async () => {
  const calls = await start();
  await open('重置密码的邮件');
  await expect.element(subject).toHaveFocus();
  await expect.element(subject).toHaveValue('${title}：重置密码');
  await expect.element(preview.getByText('管理后台：重置密码')).toBeVisible();
  await subject.fill('请设置新密码，');
  await dialog.getByRole('button', { name: /收件人姓名/ }).click();
  await expect.element(subject).toHaveValue('请设置新密码，${userName}');
  await expect.element(preview.getByText('请设置新密码，张三')).toBeVisible();
  await content.fill('<b>打开</b>：');
  // The link is for the recipient only: it goes into the content, wherever the cursor was.
  await subject.click();
  await dialog.getByRole('button', { name: /设置新密码的链接/ }).click();
  await expect.element(content).toHaveValue('<b>打开</b>：${link}');
  await expect.element(preview.getByText('<b>打开</b>：https://office.example.com/login?reset#…')).toBeVisible();
  await save();
  await expect.poll(() => sent(calls)).toEqual([{ version: 0, value: '请设置新密码，${userName}\n\n<b>打开</b>：${link}' }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('an invalid text is reported before it is sent, and the default is restored with one click', async () => {
  const calls = await start();
  await open('重置密码的邮件');
  await expect.element(dialog.getByRole('button', { name: '填入默认内容' })).toBeDisabled();
  await content.fill('请打开链接');
  await save();
  await expect.element(dialog.getByText('正文中必须有变量 ${link}（设置新密码的链接）')).toBeVisible();
  await content.fill('${link} ${password}');
  await save();
  await expect.element(dialog.getByText('没有变量 ${password}，请使用列出的变量')).toBeVisible();
  expect(sent(calls)).toEqual([]);
  await dialog.getByRole('button', { name: '填入默认内容' }).click();
  await expect.element(content).toHaveValue(mailTemplates.reset.content);
});

test('a text can be mailed to oneself before it is saved, and the outcome is shown', async () => {
  let works = true;
  const calls = await start(null, {
    'POST /api/sys/setting/test/1': () => {
      if (!works) throw new Refusal('refused', '请先在个人中心填写您的邮箱');
      return { message: '已发送到 one@example.com' };
    },
  });
  await open('重置密码的邮件');
  await content.fill('试一试 ${link}');
  await dialog.getByRole('button', { name: '发一封给自己' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('已发送到 one@example.com');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ value: '${title}：重置密码\n\n试一试 ${link}' });
  works = false;
  await dialog.getByRole('button', { name: '发一封给自己' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('请先在个人中心填写您的邮箱');
});

test('a group message has no subject, and a refused save is shown in the dialog', async () => {
  await start(() => {
    throw new Refusal('refused', '别人刚刚修改过');
  });
  await open('失败任务的群消息');
  await expect.element(subject).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: '发一封给自己' })).not.toBeInTheDocument();
  await expect.element(content).toHaveFocus();
  await expect.element(preview.getByText('有任务失败：清理日志、发送邮件')).toBeVisible();
  await dialog.getByRole('button', { name: '填入默认内容' }).click();
  await expect.element(content).toHaveValue(postTemplates.job.content);
  await save();
  await expect.element(dialog.getByText('别人刚刚修改过')).toBeVisible();
});
