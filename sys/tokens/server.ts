import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { ownersOfKeys } from './server/owners-of-keys.ts';
import { tokenPart } from './server/token-part.ts';

/** Keys on the server: making and ending them. */
export const tokensServer: ServerFeature = {
  name: 'tokens',
  outlivesPassword: ownersOfKeys,
  parts: (services) => ({ 'sys/token': tokenPart(services) }),
};
