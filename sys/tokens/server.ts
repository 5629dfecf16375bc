import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { tellOfKeptKeys } from './server/tell-of-kept-keys.ts';
import { tokenPart } from './server/token-part.ts';

/** Keys on the server: making and ending them. */
export const tokensServer: ServerFeature = {
  name: 'tokens',
  passwordReset:
    ({ features }) =>
    (db, people, how) =>
      tellOfKeptKeys(db, features, people, how),
  parts: (services) => ({ 'sys/token': tokenPart(services) }),
};
