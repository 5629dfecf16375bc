import { escapeHtml, type JobKind, publishNotice, type Services, settingsOf, withTransaction } from 'back-office/server';
import { sql } from 'kysely';
import { states } from '../agreement.ts';
import { acmeSettings } from '../settings.ts';

type Ending = Record<'agreementNo' | 'agreementName' | 'endDate' | 'sysUserId', string>;

/** Notifies the person in charge of an agreement once, some days before it ends. The bell shows the notice. */
export const warnEnding = (services: Services): JobKind => ({
  name: 'acme-warn-ending',
  title: '合同到期提醒',
  cron: '0 8 * * *',
  run: () =>
    withTransaction(services.db, async (transaction) => {
      const ending = await sql<Ending>`
        UPDATE acme_agreement SET warn_time = now()
        WHERE agreement_state = ${states.live} AND warn_time IS NULL
          AND end_date BETWEEN current_date AND current_date + ${settingsOf(services, acmeSettings).ACME_WARN_DAYS}::integer
        RETURNING agreement_no, agreement_name, end_date, sys_user_id`.execute(transaction);
      for (const { agreementNo, agreementName, endDate, sysUserId } of ending.rows)
        await publishNotice(transaction, {
          title: `合同“${agreementName}”即将到期`,
          content: `<p>${escapeHtml(agreementNo)} 将于 ${endDate} 到期，请及时续签或终止。</p>`,
          scope: '用户',
          targets: [sysUserId],
        });
    }),
});
