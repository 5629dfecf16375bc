import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { announceJob } from './server/announce.ts';
import { announceRestored } from './server/announce-restored.ts';
import { mailAgainJob } from './server/mail-again-job.ts';
import { mailNoticeJob } from './server/mail-notice-job.ts';
import { searchNotices } from './server/search-notices.ts';
import { msgPart } from './server/msg-part.ts';
import { countNotices, readNotice } from './server/readable.ts';
import { findOrphanedNotices } from './server/find-orphaned-notices.ts';
import { tellOfChangedPasswords } from './server/tell-of-changed-passwords.ts';
import { notifyOwners } from './server/notify-owners.ts';
import { guardAudience } from './server/guard-audience.ts';

/** Notices on the server: whom they reach, and when. */
export const noticesServer: ServerFeature = {
  name: 'notices',
  parts: () => ({ 'sys/msg': msgPart }),
  wrap: { 'sys/msg': announceRestored },
  jobs: ({ db }) => [announceJob(db), mailNoticeJob(db), mailAgainJob(db)],
  guards: { 'sys/msg': (context, _resource, rows) => guardAudience(context, rows) },
  // Whoever may read a notice may read what is attached to it.
  fileReach: { 'sys/msg': async ({ db, user }, id, what) => what === 'read' && (await readNotice(db, id, [user.userId])).marks.size > 0 },
  tellOwners: notifyOwners,
  passwordReset: (services) => (db, people, how) => tellOfChangedPasswords(services, db, people, how),
  readNotice: (db) => (id, users) => readNotice(db, id, users),
  waiting: [
    {
      name: 'unconfirmed',
      title: '待确认的通知',
      icon: 'msg',
      order: 20,
      find: async ({ db, user }) => ({
        count: (await countNotices(db, user.userId)).unconfirmed,
        opens: { path: '/message?only=unconfirmed' },
      }),
    },
    {
      name: 'left-notices',
      title: '停用或无权人员的定时通知',
      icon: 'msg',
      order: 21,
      right: { resource: 'sys/msg', permission: 'read' },
      find: findOrphanedNotices,
    },
  ],
  findable: [{ resource: 'sys/msg', order: 50 }],
  find: searchNotices,
};
