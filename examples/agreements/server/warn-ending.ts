import { type JobKind, type Services, settingsOf, withTransaction } from 'back-office/server';
import { sql } from 'kysely';
import { states } from '../agreement.ts';
import { acmeSettings } from '../settings.ts';

/** Tells whoever is in charge of an agreement some days before it ends, once: a notice, which the bell announces. */
export const warnEnding = (services: Services): JobKind => ({
  name: 'acme-warn-ending',
  title: '合同到期提醒',
  every: 3600,
  run: () =>
    withTransaction(services.db, async (transaction) => {
      await sql`
        WITH ending AS (
          UPDATE acme_agreement SET warn_time = now()
          WHERE agreement_state = ${states.live} AND warn_time IS NULL
            AND end_date BETWEEN current_date AND current_date + ${settingsOf(services, acmeSettings).ACME_WARN_DAYS}::integer
          RETURNING agreement_no, agreement_name, end_date, sys_user_id
        )
        INSERT INTO sys_msg (id, msg_title, msg_content, msg_type, msg_level, msg_scope, target_ids, msg_status, publish_time)
        SELECT gen_random_uuid(), '合同“' || agreement_name || '”即将到期', '<p>' || agreement_no || ' 将于 ' || end_date || ' 到期，请及时续签或终止。</p>',
          '通知', '重要', '用户', ARRAY[sys_user_id], '已发布', now() FROM ending`.execute(transaction);
    }),
});
