import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { tokenPart } from './server/token-part.ts';

/** Keys on the server: making and ending them. */
export const tokensServer: ServerFeature = {
  name: 'tokens',
  parts: (services) => ({ 'sys/token': tokenPart(services) }),
};
