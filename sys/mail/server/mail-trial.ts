import type { SettingTrial } from '@back-office/server/office/setting-trial.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { fillMessage, type MessageTemplate, partsOfMessage, sampleValues } from '../../settings/message-template.ts';
import { writeMessage } from '../../settings/server/write-message.ts';
import { mailTemplates } from '../../settings/mail-templates.ts';
import { queueTestMail } from './queue-test-mail.ts';
import { requireMail } from './require-mail.ts';

const templates: readonly MessageTemplate[] = Object.values(mailTemplates).filter(({ name }) => name !== mailTemplates.end.name);

/** Sends a mail's template, saved or as typed, to the person who tests it, with sample values for the variables. */
export const mailTrial = (settings: Pick<Settings, 'mail'>): SettingTrial => ({
  tries: (name) => templates.some((one) => one.name === name),
  write: async (context, name, typed) => {
    requireMail(settings);
    const template = templates.find((one) => one.name === name) ?? mailTemplates.test;
    const values = sampleValues(template);
    const words =
      typed === undefined ? await writeMessage(context.db, template, values) : fillMessage(partsOfMessage(template, typed), values);
    const { address } = await queueTestMail(context, () => Promise.resolve(words));
    return `已发送到 ${address}；没有收到时，原因见 系统管理 › 邮件`;
  },
});
