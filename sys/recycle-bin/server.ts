import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { recyclePart } from './server/recycle-part.ts';

/** The recycle bin on the server: restoring and purging. */
export const recycleBinServer: ServerFeature = {
  name: 'recycle-bin',
  parts: () => ({ 'sys/recycle': recyclePart }),
};
