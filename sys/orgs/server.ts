import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { orgPart } from './server/org-part.ts';

/** Organisations on the server: their tree. */
export const orgsServer: ServerFeature = {
  name: 'orgs',
  parts: () => ({ 'sys/org': orgPart }),
  findable: [{ resource: 'sys/org', detail: 'orgCode', order: 20 }],
};
