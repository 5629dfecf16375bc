import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { linkedAccountPart } from './server/linked-account-part.ts';
import { makeRoomForLinks } from './server/make-room-for-links.ts';

/** Accounts elsewhere on the server: who assigns and ends them. */
export const linkedAccountsServer: ServerFeature = {
  name: 'linked-accounts',
  parts: (services) => ({ 'sys/linked-account': linkedAccountPart(services) }),
  wrap: { 'sys/user': { restore: makeRoomForLinks } },
};
