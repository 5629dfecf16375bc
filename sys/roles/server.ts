import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { rolePart } from './server/role-part.ts';

/** Roles on the server: granting. */
export const rolesServer: ServerFeature = {
  name: 'roles',
  parts: () => ({ 'sys/role': rolePart }),
};
