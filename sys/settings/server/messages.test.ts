import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { listenDescribed } from '@back-office/app/testing/server/listen-described.ts';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { postTemplates } from '../post-templates.ts';
import { mailTemplates } from '../mail-templates.ts';
import {
  defaultMessage,
  fillMessage,
  messageIssue,
  type MessageTemplate,
  partsOfMessage,
  sampleValues,
  tidyMessage,
} from '../message-template.ts';

/* The texts of messages, which a company may change. */
let at: MailApp;
beforeAll(async () => {
  at = await openMailApp({ publicUrl: 'https://office.example.com' });
  await listenDescribed(at.app);
});
afterEach(async () => {
  await at.clear();
  await query('UPDATE sys_setting SET stored_value = NULL, stored_text = NULL');
});
afterAll(() => at.drop());

const query = (text: string, values: unknown[] = []) => at.app.database.pool.query<Record<string, unknown>>(text, values);
const rowOf = async (name: string): Promise<AnyRow> =>
  (await at.app.call<{ items: AnyRow[] }>(at.admin, 'GET', `sys/setting/select-page?eq=settingName:${name}`)).data.items[0] ??
  expect.fail(name);
const change = async (name: string, value: string | null, token = at.admin) => {
  const { id, version } = await rowOf(name);
  return at.app.call<AnyRow>(token, 'PUT', `sys/setting/change/${id}`, { version, value });
};
const testMail = async (token = at.admin) => expect((await at.app.call(token, 'POST', 'sys/mail/test')).code).toBe(20000);
const lastText = (): string => at.server.taken.at(-1)?.text.replaceAll('\r', '') ?? '';

describe('the text of a mail', () => {
  it('can be changed and reset, applies to the next mail on every node, and is logged with who changed what', async () => {
    const one = await at.confirmed({ 'sys/mail': ['send'] });
    expect(await rowOf('mail.test')).toMatchObject({
      settingSource: '默认值',
      settingGroup: '邮件模板',
      currentText: '${title}：测试邮件',
    });
    const words = '来自 ${title} 的问候\r\n\r\n${userName}：\r\n邮件通了。\r\n';
    expect((await change('mail.test', words)).data).toMatchObject({
      settingSource: '已修改',
      currentText: '来自 ${title} 的问候',
      currentValue: '来自 ${title} 的问候\n\n${userName}：\n邮件通了。',
      updateUser: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
    // Sent by a node that got no notification of the change.
    const other = await openTestApp({ database: at.app.database, mail: at.server.settings, publicUrl: 'https://office.example.com' });
    expect((await other.call(one.token, 'POST', 'sys/mail/test')).code).toBe(20000);
    await other.server.close();
    expect(await at.mailed()).toEqual([[one.address, '来自 管理后台 的问候']]);
    const { rows } = await query(`SELECT user_name FROM sys_user WHERE id = $1`, [one.userId]);
    expect(lastText()).toBe(
      `${String(rows[0]?.['user_name'])}：\n邮件通了。\n\n——\n管理后台\nhttps://office.example.com\n这是系统自动发出的邮件，请不要回复。\n`,
    );
    expect((await change('mail.test', null)).data).toMatchObject({ settingSource: '默认值', currentText: '${title}：测试邮件' });
    const { data } = await at.app.call<{ items: AnyRow[] }>(
      at.admin,
      'GET',
      'sys/log-opt/select-page?eq=optModule:参数设置&sort=optTime:asc',
    );
    const [before, after] = [defaultMessage(mailTemplates.test), '来自 ${title} 的问候\n\n${userName}：\n邮件通了。'];
    expect(data.items.map(({ optType, optTarget, optChanges }) => [optType, optTarget, optChanges])).toEqual([
      ['修改', '测试邮件', [{ field: 'currentText', label: '内容', before, after }]],
      ['恢复默认', '测试邮件', [{ field: 'currentText', label: '内容', before: after, after: before }]],
    ]);
  });

  it('includes a footer that can be changed too, whose address line is left out if there is no address', async () => {
    const one = await at.confirmed({ 'sys/mail': ['send'] });
    await testMail(one.token);
    await change('mail.end', '某某公司 信息中心\n电话 8888');
    await at.mailed();
    expect(lastText()).toMatch(/设置好了。\n\n某某公司 信息中心\n电话 8888\n$/);
    expect(fillMessage({ subject: '', content: mailTemplates.end.content }, { title: '后台', address: '' }).content).toBe(
      '——\n后台\n这是系统自动发出的邮件，请不要回复。',
    );
  });

  it('contains the secret link where the template has it, but the stored copy does not', async () => {
    const one = await at.confirmed();
    await change('mail.reset', '请重置\n\n打开 ${link} ，或复制：\n${link}');
    expect((await at.app.call(undefined, 'POST', 'password/forgot', { account: one.account }, { address: '30.1.1.1' })).code).toBe(20000);
    await runJob(at.app, 'answer-password-requests');
    expect(JSON.stringify((await query('SELECT * FROM sys_mail')).rows)).toContain('打开 〔仅收件人可见〕 ，或复制：\\n〔仅收件人可见〕');
    await at.mailed();
    const [, link] =
      /打开 (https:\/\/office\.example\.com\/login\?reset#[\w-]{43}) ，或复制：\n\1\n/.exec(lastText()) ?? expect.fail(lastText());
    expect(JSON.stringify((await query('SELECT * FROM sys_mail')).rows)).not.toContain(link);
  });

  it('takes inserted values as plain text: they cannot add variables, headers or HTML', async () => {
    const one = await at.confirmed({ 'sys/mail': ['send'] });
    const name = '<img src=x>${title}\nBcc: a@b.cn〔仅收件人可见〕';
    await query('UPDATE sys_user SET user_name = $2 WHERE id = $1', [one.userId, name]);
    await change('mail.test', '${userName}\n\n${userName}');
    await testMail(one.token);
    await at.mailed();
    expect(lastText()).toMatch(/^<img src=x>\$\{title\}\nBcc: a@b\.cn\n\n——/);
    const [{ headers, raw, to } = expect.fail()] = at.server.taken;
    expect([to, headers['subject'], headers['bcc']]).toEqual([[one.address], '<img src=x>${title} Bcc: a@b.cn', undefined]);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(raw).not.toMatch(/text\/html/i);
  });

  it('is not used if a later version no longer accepts it', async () => {
    const one = await at.confirmed({ 'sys/mail': ['send'] });
    await query(`UPDATE sys_setting SET stored_value = '旧的' || chr(10) || chr(10) || '\${gone}' WHERE setting_name = 'mail.test'`);
    await testMail(one.token);
    expect(await at.mailed()).toEqual([[one.address, '管理后台：测试邮件']]);
  });
});

describe('a text is refused, and nothing is changed,', () => {
  it.each<[why: string, name: string, value: string, says: string]>([
    ['with an unknown variable', 'mail.reset', '重置\n\n${link} ${password}', '没有变量 ${password}，请使用列出的变量'],
    ['with one of another template', 'mail.test', '测试\n\n${link}', '没有变量 ${link}，请使用列出的变量'],
    ['with a name of every object', 'mail.test', '测试\n\n${constructor}', '没有变量 ${constructor}，请使用列出的变量'],
    ['without the link', 'mail.reset', '重置\n\n请打开链接', '正文中必须有变量 ${link}（设置新密码的链接）'],
    ['without the code', 'mail.confirm', '验证\n\n请填写', '正文中必须有变量 ${code}（验证码）'],
    ['with the link in the subject', 'mail.reset', '重置 ${link}\n\n${link}', '变量 ${link} 只能写在正文中，主题会显示在通知和列表里'],
    ['without a subject', 'mail.test', '\n\n正文', '主题应有 1 至 150 个字'],
    ['with a long subject', 'mail.test', `${'长'.repeat(151)}\n\n正文`, '主题应有 1 至 150 个字'],
    ['without a content', 'mail.test', '主题\n\n  ', '正文应有 1 至 4,000 个字'],
    ['with a long content', 'mail.end', '长'.repeat(4001), '正文应有 1 至 4,000 个字'],
    ['with what is no sign', 'mail.test', '主题\n\n正\u0000文', '内容中有无法显示的字符'],
    ['with half a sign', 'mail.test', '主题\n\n正\ud800文', '内容中有无法显示的字符'],
    ['of a message in a group too', 'post.job', '有任务失败', '正文中必须有变量 ${jobTitles}（任务，以顿号分隔）'],
  ])('%s: %s', async (_why, name, value, says) => {
    const before = await at.app.digest();
    expect(await change(name, value)).toMatchObject({ code: 40000, data: { fields: [{ field: 'value', message: says }] } });
    expect(await at.app.digest()).toBe(before);
  });

  it('from a person who may only read', async () => {
    const { token } = await at.app.userWith({ 'sys/setting': ['read'] });
    expect((await change('mail.test', '甲\n\n乙', token)).code).toBe(40300);
  });
});

describe('every template', () => {
  const all: readonly MessageTemplate[] = [...Object.values(mailTemplates), ...Object.values(postTemplates)];
  it('has a unique name and a default text that it accepts and that leaves no variable unfilled', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    for (const template of all) {
      const text = defaultMessage(template);
      expect([template.name, tidyMessage(template, text), messageIssue(template, text)]).toEqual([template.name, text, undefined]);
      const { subject, content } = fillMessage(partsOfMessage(template, text), sampleValues(template));
      expect(`${subject}${content}`).not.toContain('${');
    }
  });

  it('normalises text idempotently, whatever was typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.string({ unit: 'grapheme', maxLength: 60 }), (template, typed) => {
        const text = tidyMessage(template, `${typed}\n\n${typed}`);
        expect(tidyMessage(template, text)).toBe(text);
      }),
    );
  });
});
