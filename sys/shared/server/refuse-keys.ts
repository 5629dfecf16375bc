import type { Wraps } from '@back-office/server/crud/wrap-operations.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';

/** Refuses with 40300 what a key writes to be done later with the rights of its person, who holds more than it lists. */
export function refuseKeys({ user }: Context, what: string): void {
  if (user.key !== undefined) throw new Refusal('notPermitted', { message: `接口密钥不能管理${what}` });
}

/** The same of what a key puts back from the recycle bin: whoever does is who wrote it last. */
export const keysRestoreNone = (what: string): Wraps => ({
  restore: (next) => async (context, resource, ids) => {
    refuseKeys(context, what);
    return next(context, resource, ids);
  },
});
