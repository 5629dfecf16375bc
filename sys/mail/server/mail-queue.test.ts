import { openTestDatabase, type TestDatabase } from '@back-office/server/testing/test-database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailStatuses } from '../mail.ts';
import { clearMails } from './mail-queue.ts';

let database: TestDatabase;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.drop());

it('removes what has been over for so many days, and nothing that waits', async () => {
  await database.pool.query(
    `INSERT INTO sys_mail (id, mail_to, mail_topic, mail_subject, mail_content, mail_status, create_time)
     SELECT gen_random_uuid(), 'a@example.com', '测试', concat(status, days), '内容', status, now() - make_interval(days => days)
     FROM unnest($1::text[]) status, unnest(ARRAY[5, 40]) days`,
    [Object.values(mailStatuses)],
  );
  await clearMails(database.db, { isSet: true, days: 30 });
  const left = await database.db.selectFrom('sys_mail').select('mailSubject').execute();
  expect(left.map(({ mailSubject }) => mailSubject).toSorted()).toEqual(['失败5', '已发送5', '待发送40', '待发送5']);
});
