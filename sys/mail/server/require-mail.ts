import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';

/** Refuses where the operator has set no server. */
export function requireMail({ mail: set }: Pick<Settings, 'mail'>): void {
  if (set === undefined) throw new Refusal('refused', { message: '还没有设置邮件服务器，请运维人员设置 MAIL_URL 和 MAIL_FROM' });
}
