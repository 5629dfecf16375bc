import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { OrgViewPage } from './web/org.tsx';

/** The pages of this feature that differ from the pattern. */
export const orgsWeb: WebFeature = {
  name: 'orgs',
  pages: {
    'sys/org/view': OrgViewPage,
  },
};
