import { attachmentsTab } from '@back-office/web/crud/parts/attachments-tab.tsx';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { org } from './org.ts';

/** Organisations in the browser: their records have files. */
export const orgsWeb: WebFeature = { name: 'orgs', recordTabs: [attachmentsTab(org.name)] };
