import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import type { Wraps } from '@back-office/server/crud/wrap-operations.ts';
import { smsStatuses } from '../sms.ts';

/** A message deleted before it was sent was cancelled: it is restored as unsent, and sent only if somebody resends it, within the daily limits. */
export const restoreUnsent: Wraps = {
  restore: (next) => async (context, resource, ids) => {
    const rows = await next(context, resource, ids);
    await context.db
      .updateTable('sys_sms')
      .set({ smsStatus: smsStatuses.failed, failReason: '发送前已被删除，恢复后不会自动发送' })
      .where('id', '=', anyOf(ids))
      .where('smsStatus', '=', smsStatuses.waiting)
      .execute();
    return rows;
  },
};
