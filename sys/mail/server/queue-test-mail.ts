import type { Context } from '@back-office/server/crud/context.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { sql } from 'kysely';
import type { MessageParts } from '../../settings/message-template.ts';
import { mailTopics } from '../mail-calls.ts';
import { queueMail } from './queue-mail.ts';

/** Maximum number of test mails per person and hour. */
const maxTests = 10;

/** Queues a mail to the caller's own address. */
export async function queueTestMail(
  { db, user }: Context,
  wordsFor: (userName: string) => Promise<MessageParts>,
): Promise<{ id: string; address: string }> {
  // Serialised by a row lock: concurrent calls would each pass the limit.
  const person = await db
    .selectFrom('sys_user')
    .select(['userName', 'userEmail'])
    .where('id', '=', user.userId)
    .forUpdate()
    .executeTakeFirst();
  if (person === undefined || person.userEmail === null) throw new Refusal('refused', { message: '请先在个人中心填写您的邮箱' });
  const { count } = await db
    .selectFrom('sys_mail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('createUser', '=', user.userId)
    .where('mailTopic', '=', mailTopics.test)
    .where('createTime', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxTests)
    throw new Refusal('tooMany', { retryAfter: 3600, message: `一小时内最多 ${maxTests} 封测试邮件，请稍后再试` });
  const to = { userId: user.userId, name: person.userName, address: person.userEmail };
  return { id: await queueMail(db, { to, topic: mailTopics.test, ...(await wordsFor(person.userName)) }), address: person.userEmail };
}
