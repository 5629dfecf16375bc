import type { Wraps } from '@back-office/server/crud/wrap-operations.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';

/** Refuses with 40300 if an API key writes something that acts later with the rights of its person, who has more than the key lists. */
export function refuseKeys({ user }: Context, what: string): void {
  if (user.key !== undefined) throw new Refusal('notPermitted', { message: `接口密钥不能管理${what}` });
}

/** The same for restoring from the recycle bin: the restorer becomes the record's last author. */
export const keysRestoreNone = (what: string): Wraps => ({
  restore: (next) => async (context, resource, ids) => {
    refuseKeys(context, what);
    return next(context, resource, ids);
  },
});
