import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';

/** Whether no mail server is configured. */
export const isMailOff = ({ mail }: Pick<Settings, 'mail'>): boolean => mail === undefined;

/** Refuses if no mail server is configured. */
export function requireMail(settings: Pick<Settings, 'mail'>): void {
  if (isMailOff(settings)) throw new Refusal('refused', { message: '还没有设置邮件服务器，请运维人员设置 MAIL_URL 和 MAIL_FROM' });
}
