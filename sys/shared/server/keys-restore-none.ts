import type { Wraps } from '@back-office/server/crud/wrap-operations.ts';
import { refuseKeys } from '@back-office/server/identity/api-keys/refuse-keys.ts';

/** `refuseKeys` for restoring from the recycle bin: the restorer becomes the record's last author. */
export const keysRestoreNone = (what: string): Wraps => ({
  restore: (next) => async (context, resource, ids) => {
    refuseKeys(context, what);
    return next(context, resource, ids);
  },
});
