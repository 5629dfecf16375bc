import type { RecordReach } from '@back-office/server/files/record-reach.ts';
import { readNotice } from '../../notices/server/readable.ts';

/** Whose files one reaches without a right on their resource: one's own record has one's image, a notice its attachments. */
export const fileReach: RecordReach = {
  'sys/user': ({ user }, id) => id === user.userId,
  'sys/msg': async ({ db, user }, id, what) => what === 'read' && (await readNotice(db, id, [user.userId])).size > 0,
};
