import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { wordsOfButtons } from '@back-office/web/testing/words-of-buttons.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mail } from '../mail.ts';
import { MailListPage } from './mail-list-page.tsx';

const mails = rowsOf(
  mail,
  { mailSubject: '放假通知', mailTo: 'one@example.com', mailStatus: '已发送' },
  { mailSubject: '任务失败', mailTo: 'two@example.com', mailStatus: '失败', failReason: '邮件服务器答复：550 no such user' },
  { mailSubject: '测试邮件', mailTo: 'three@example.com', mailStatus: '待发送' },
  { mailSubject: '停电', mailTo: 'four@example.com', mailStatus: '未发送', failReason: '收件人的邮箱已更换，不再发送' },
  { mailSubject: '停水', mailTo: 'five@example.com', mailStatus: '未发送', failReason: '通知已修改，改发新的内容' },
);
let calls: Call[];
beforeEach(() => {
  calls = stubServer({ ...stubList(mail, mails), 'POST /api/sys/mail/resend/2': { queued: 1 }, 'POST /api/sys/mail/test': { id: '9' } });
});
const row = (subject: string) => page.getByRole('row', { name: subject });
const offered = (subject: string): string[] => wordsOfButtons(row(subject));
const posts = (): string[] => calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
const drawList = () => draw(<MailListPage />, { at: '/sys/mail/list' });

test('shows why a mail failed, and retries that mail after a confirmation', async () => {
  await drawList();
  await expect.element(row('任务失败').getByText('邮件服务器答复：550 no such user')).toBeVisible();
  expect(offered('任务失败')).toContain('重试');
  expect(offered('放假通知')).not.toContain('重试');
  expect(offered('测试邮件')).not.toContain('重试');
  expect(offered('停水')).not.toContain('重试');
  // Left unsent because of the recipient, who may have confirmed an address since.
  expect(offered('停电')).toContain('重试');
  await row('任务失败').getByRole('button', { name: '重试' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('已重新排队')).toBeVisible();
  expect(posts()).toEqual(['/api/sys/mail/resend/2']);
});

test('sends a test mail to the current user', async () => {
  await drawList();
  await page.getByRole('button', { name: '发送测试邮件' }).click();
  await expect.element(page.getByText('测试邮件已排队，片刻后刷新列表查看结果')).toBeVisible();
  expect(posts()).toEqual(['/api/sys/mail/test']);
});

test('a user with only the read permission is offered neither a retry nor a test mail', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/mail': 'read' } });
  await drawList();
  await expect.element(row('任务失败')).toBeVisible();
  expect(offered('任务失败')).toEqual(['查看']);
  await expect.element(page.getByRole('button', { name: '发送测试邮件' })).not.toBeInTheDocument();
});
