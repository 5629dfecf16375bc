import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { orgPart } from './server/org.ts';

/** Organisations on the server: their tree. */
export const orgsServer: ServerFeature = {
  name: 'orgs',
  parts: () => ({ 'sys/org': orgPart }),
};
