import type { Context } from '@back-office/server/crud/context.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Wraps } from '@back-office/server/crud/wrap-operations.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { sql } from 'kysely';
import type { user } from '../../users/user.ts';
import { mailTopics } from '../mail-calls.ts';
import { mailWriter } from './mail-words.ts';
import { queueMails } from './queue-mail.ts';

type UserRow = CheckedOf<typeof user>;

/**
 * Tells addresses that their people had confirmed that they were replaced in the user record, whoever did it: from then on no mail goes there, not even
 * the warning of a sign-in. At most once in ten minutes, so that nobody floods a mailbox by changing an address to and fro.
 */
export const tellFormerAddress: Wraps = {
  write: (next) => async (context, resource, checked: readonly UserRow[]) => {
    const rows = await next(context, resource, checked);
    const replaced = checked.flatMap(({ id, current, values: { userEmail } }) =>
      current === undefined || userEmail === undefined || userEmail === current.userEmail ? [] : [id],
    );
    if (replaced.length > 0) await tellReplaced(context, checked, replaced);
    return rows;
  },
};

async function tellReplaced({ db, user: by, origin }: Context, checked: readonly UserRow[], replaced: readonly string[]): Promise<void> {
  const { rows } = await sql<Row<'sys_user', 'userAccount' | 'userName'> & Row<'sys_mail_address', 'sysUserId' | 'address'>>`
    SELECT a.sys_user_id, a.address, u.user_account, u.user_name FROM sys_mail_address a JOIN sys_user u ON u.id = a.sys_user_id
    WHERE a.sys_user_id = ANY(${replaced}::uuid[]) AND a.confirm_time IS NOT NULL AND u.id NOT IN (SELECT m.create_user FROM sys_mail m
      WHERE m.create_user IS NOT NULL AND m.mail_topic = ${mailTopics.address} AND m.create_time > now() - interval '10 minutes')`.execute(
    db,
  );
  const former = new Map(checked.map(({ id, current }) => [id, current?.userEmail]));
  const told = rows.filter(({ sysUserId, address }) => former.get(sysUserId) === address);
  if (told.length === 0) return;
  const write = await mailWriter(db, 'address');
  const mails = told.map(({ sysUserId: userId, address, userAccount, userName }) => {
    const who = userId === by.userId ? '您的账号' : `账号 ${by.userAccount} `;
    const words = write({ userName, userAccount, by: who, ip: origin.ip });
    return { to: { userId, name: userName, address }, topic: mailTopics.address, ...words };
  });
  await queueMails(db, mails);
}
