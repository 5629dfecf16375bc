import { userStatuses } from '@back-office/contract/status.ts';
import { msgScopes, msgStatuses } from '@back-office/sys/notices/msg.ts';
import { format } from './past.ts';
import type { DemoPerson, Making, Saved } from './making.ts';
import { demoNotices } from './notices.ts';
import { readSample } from './samples.ts';

interface Ids {
  readonly orgs: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly people: readonly DemoPerson[];
}

/** Creates the notices with their files; most people have read the older ones. */
export async function makeNotices({ admin, pool, random }: Making, { orgs, roles, people }: Ids): Promise<void> {
  for (const {
    title,
    content,
    type,
    level,
    daysAgo,
    confirm,
    orgs: targetOrgs,
    roles: targetRoles,
    files = [],
    withdrawn,
  } of demoNotices) {
    const targets = targetOrgs?.map((code) => orgs.get(code)) ?? targetRoles?.map((code) => roles.get(code)) ?? [];
    const notice = {
      msgTitle: title,
      msgContent: content,
      msgType: type,
      msgLevel: level,
      msgScope: targetOrgs !== undefined ? msgScopes.orgs : targetRoles !== undefined ? msgScopes.roles : msgScopes.everyone,
      targetIds: targets,
      needConfirm: confirm === true ? '是' : '否',
      msgStatus: daysAgo === undefined ? msgStatuses.draft : msgStatuses.published,
      publishTime: daysAgo === undefined ? null : format(daysAgo, 9.5),
    };
    const saved = await admin.call<Saved & { version: number }>('POST', 'sys/msg/save', notice);
    for (const name of files) await admin.upload(name, await readSample(name), { otcType: 'sys/msg', otcId: saved.id });
    if (withdrawn === true)
      await admin.call('POST', 'sys/msg/save', { id: saved.id, version: saved.version, msgStatus: msgStatuses.withdrawn });
    if (daysAgo === undefined || daysAgo < 4) continue;
    const readers = people
      .filter(({ status }) => status === userStatuses.enabled && random.percent(daysAgo > 10 ? 85 : 55))
      .map(({ id }) => id);
    await pool.query(
      `INSERT INTO sys_msg_read (sys_msg_id, sys_user_id, read_time)
        SELECT $1, reader, now() - make_interval(days => $3) + (row_number() OVER ()) * interval '9 minutes' FROM unnest($2::uuid[]) reader`,
      [saved.id, readers, daysAgo],
    );
  }
}
