import { serverTime } from '@back-office/web/platform/session/server-time.ts';

/** Whether a key's time is over. */
export const hasEnded = ({ expireTime }: { readonly expireTime?: unknown }): boolean =>
  typeof expireTime === 'string' && expireTime <= serverTime();
