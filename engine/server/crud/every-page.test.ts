import { office } from '@back-office/app/office.ts';
import { pdfOf } from '../testing/file-samples.ts';
import { everyPage } from '@back-office/app/testing/server/suites/every-page.ts';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';
import { describeKinds } from '../platform/jobs/job-plan.ts';
import { addJob } from '../platform/jobs/job-store.ts';
import { until } from '../testing/until.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';

/* Every resource of the office; the actions of the test fill logs, jobs and files. */
everyPage({
  open: openTestApp,
  office,
  resources: office.resources,
  prepare: async (app, samples) => {
    const admin = await app.admin();
    await app.login('nobody', 'wrong-password');
    // The settings page is filled only when the server listens.
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    await until(async () => (await app.database.pool.query('SELECT FROM sys_setting_now')).rowCount !== 0);
    await app.call(admin, 'POST', 'sys/webhook/save', {
      webhookName: '同步',
      webhookUrl: 'https://hooks.example.com/changes',
      events: ['sys/dept:added', 'sys/dict:added'],
    });
    await app.database.pool.query(
      `INSERT INTO sys_passkey (id, passkey_name, sys_user_id, credential_id, public_key, create_time)
       SELECT gen_random_uuid(), name, (SELECT id FROM sys_user WHERE user_account = 'admin'), name::bytea, '', now() + place * interval '1 s'
       FROM unnest(ARRAY['laptop', 'phone']) WITH ORDINALITY made(name, place)`,
    );
    await app.database.pool.query(
      `INSERT INTO sys_mail (id, mail_to, mail_name, mail_topic, mail_subject, mail_content, mail_attempts, mail_status, fail_reason, send_time, create_time)
       SELECT gen_random_uuid(), name || '@example.com', name, name, name, name, place, name, name, now() + place * interval '1 s', now() + place * interval '1 s'
       FROM unnest(ARRAY['first', 'second']) WITH ORDINALITY made(name, place)`,
    );
    await app.database.pool.query(
      `WITH bot AS (INSERT INTO sys_bot (id, bot_name, bot_kind, bot_url, bot_status) VALUES (gen_random_uuid(), '群', '钉钉', '', '停用') RETURNING id)
       INSERT INTO sys_bot_post (id, sys_bot_id, post_topic, post_text, post_attempts, post_status, fail_reason, send_time, create_time)
       SELECT gen_random_uuid(), bot.id, name, name, place, name, name, now() + place * interval '1 s', now() + place * interval '1 s'
       FROM bot, unnest(ARRAY['first', 'second']) WITH ORDINALITY made(name, place)`,
    );
    for (const resource of ['sys/dept', 'sys/dict'].map(office.resourceOf)) {
      const { id } = await samples.save(resource, await samples.least(resource));
      await app.call(admin, 'DELETE', `${resource.name}/delete/${id}`);
    }
    await describeKinds(app.database.db, app.server.jobs.kinds);
    for (const kind of ['clear-jobs', 'clear-logs', 'trial']) await addJob(app.database.db, { kind, payload: null });
    app.server.jobs.register({ name: 'trial', attempts: 1, run: () => Promise.reject(new Error('it fails')) });
    await app.server.jobs.runDue();
    for (const at of [1, 2]) {
      const fields = { otcType: `type-${at}`, otcId: `id-${at}`, fileAlias: `alias-${at}`, fileSource: `Source${at}` };
      await sendFile(app, admin, { name: `${at}.pdf`, bytes: pdfOf(1000 * at), fields });
    }
  },
});
