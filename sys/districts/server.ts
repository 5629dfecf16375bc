import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { districtPart } from './server/district-part.ts';

/** Districts on the server: their tree. */
export const districtsServer: ServerFeature = {
  name: 'districts',
  parts: () => ({ 'sys/district': districtPart }),
  findable: [{ resource: 'sys/district', detail: 'districtCode', order: 30 }],
};
