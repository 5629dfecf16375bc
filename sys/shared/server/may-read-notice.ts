import { noId } from '@back-office/server/platform/database/no-id.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';

/** Whether a person may read a notice now: messages about it are sent later than they were written. */
export type MayReadNotice = (noticeId: string, userId: string) => Promise<boolean>;

/** Nobody in particular: readable for this id means readable by everybody. */
export const anybody = noId;

/** Delegates to the feature with notices; without one, no notice is readable. */
export function mayReadNotice({ db, features }: Pick<Services, 'db' | 'features'>): MayReadNotice {
  const read = features.find(({ readNotice }) => readNotice !== undefined)?.readNotice?.(db);
  return async (noticeId, userId) => (await read?.(noticeId, [userId]))?.marks.has(userId) === true;
}
