import type { FastifyInstance } from 'fastify';
import type { Context } from '@back-office/server/crud/context.ts';
import { readIds } from '@back-office/server/crud/delete.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { mail, mailStatuses, mayResend } from '../mail.ts';
import { isMailOff, requireMail } from './require-mail.ts';
import { newsTopics } from './mail-queue.ts';
import { mailShapes } from './mail-shapes.ts';
import { mailWords } from './mail-words.ts';
import { queueTestMail } from './queue-test-mail.ts';

/** POST resend/{ids}: queues failed mails again. POST test: sends one to the caller's own address. */
export function mailRoutes(app: FastifyInstance, { db, contextOf }: RouteParts, settings: Pick<Settings, 'mail' | 'title'>): void {
  const send = { resource: mail.name, permission: 'send' } as const;
  const isOff = (): boolean => isMailOff(settings);
  app.post<{ Params: { ids: string } }>(
    '/api/sys/mail/resend/:ids',
    { config: { right: send, shape: mailShapes.resend, isOff } },
    async (request) => {
      requireMail(settings);
      const ids = readIds(request.params.ids, '邮件');
      const answer = await once(db, request, (transaction) => sendAgain(contextOf(transaction, request), ids));
      app.jobs.wake();
      return ok(answer);
    },
  );
  app.post('/api/sys/mail/test', { config: { right: send, keys: false, shape: mailShapes.test, isOff } }, async (request) => {
    requireMail(settings);
    const answer = await once(db, request, (transaction) => sendTest(contextOf(transaction, request), settings.title));
    app.jobs.wake();
    return ok(answer);
  });
}

/** All or none, with the same Message-ID. A mail with a link or code is not sent again: its recipient requests a new one. */
async function sendAgain(context: Context, ids: readonly string[]): Promise<{ queued: number }> {
  const rows = await selectRows(context, mail, ids, { lock: true });
  if (rows.length !== ids.length) throw new Refusal('gone');
  if (!rows.every(mayResend)) throw refusedField('ids', '只有发送失败、或因收件人而未发送的邮件可以重试');
  await readdress(
    context,
    rows.filter(({ mailTopic }) => newsTopics.includes(mailTopic ?? '')).map(({ id }) => id),
  );
  const { numUpdatedRows } = await context.db
    .updateTable('sys_mail')
    .set({ mailStatus: mailStatuses.waiting, mailAttempts: 0, runTime: now, failReason: null })
    .set((eb) => ({ version: eb('version', '+', 1), updateTime: now, updateUser: context.user.userId }))
    .where('id', '=', anyOf(ids))
    .where('expireTime', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== ids.length) throw refusedField('ids', '验证码和重置密码的邮件不能重试，请本人重新获取');
  await context.record(
    context,
    rows.map(({ id, mailSubject }) => ({ resource: mail, type: '重试', id, target: mailSubject ?? '', fields: [] })),
  );
  return { queued: ids.length };
}

/** News goes to the address that its recipient has confirmed by now; without one it is left unsent when it is due, and may be sent again later. */
async function readdress({ db }: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('sys_mail as m')
    .from('sys_mail_address as a')
    .innerJoin('sys_user as u', (join) => join.onRef('u.id', '=', 'a.sysUserId').onRef('u.userEmail', '=', 'a.address'))
    .set((eb) => ({ mailTo: eb.ref('a.address') }))
    .where('m.id', '=', anyOf(ids))
    .whereRef('a.sysUserId', '=', 'm.createUser')
    .where('a.confirmTime', 'is not', null)
    .execute();
}

async function sendTest(context: Context, title: string): Promise<{ id: string }> {
  const { id, address } = await queueTestMail(context, (userName) => mailWords(context.db, 'test', { title, userName }));
  await context.record(context, [{ resource: mail, type: '发送测试邮件', id, target: address, fields: [] }]);
  return { id };
}
