import type { Services } from '@back-office/server/office/server-feature.ts';

/** Whether somebody may read a notice at this moment: what tells of it is sent later than it was written. */
export type MayReadNotice = (noticeId: string, userId: string) => Promise<boolean>;

/** Nobody in particular: what they may read, everybody may. */
export const anybody = '00000000-0000-0000-0000-000000000000';

/** Asks the feature that has notices; where none has, nobody may read any. */
export function mayReadNotice({ db, features }: Pick<Services, 'db' | 'features'>): MayReadNotice {
  const read = features.find(({ readNotice }) => readNotice !== undefined)?.readNotice?.(db);
  return async (noticeId, userId) => (await read?.(noticeId, [userId]))?.has(userId) === true;
}
