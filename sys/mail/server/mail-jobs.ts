import { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { clearMails, isAnyMailDue } from './mail-queue.ts';
import { openMailTransport } from './mail-transport.ts';
import { type MailParts, sendDueMail } from './send-due-mail.ts';

/** The jobs that send due mails, if a mail server is configured, and that clean up. */
export function mailJobs({ db, log, mayReadNotice }: Pick<MailParts, 'db' | 'log' | 'mayReadNotice'>, settings: Settings): JobKind[] {
  const { mail, appSecret, limits } = settings;
  const clear: JobKind = {
    name: 'clear-mail',
    title: '清理邮件',
    every: 3600,
    run: ({ signal }) => clearMails(db, { isSet: mail !== undefined, days: limits.mailDays }, signal),
  };
  if (mail === undefined) return [clear];
  const parts = {
    db,
    log,
    mayReadNotice,
    seal: new SecretSeal(appSecret, 'mail'),
    open: () => openMailTransport(mail),
    settings,
    domain: mail.from.address.slice(mail.from.address.indexOf('@') + 1),
  };
  return [
    { name: 'send-mail', title: '发送邮件', every: 60, soon: () => isAnyMailDue(db), run: ({ signal }) => sendDueMail(parts, signal) },
    clear,
  ];
}
