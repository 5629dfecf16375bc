import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { attachmentsTab } from '@back-office/web/crud/parts/attachments-tab.tsx';
import { recordTab } from '@back-office/web/crud/parts/record-tab.ts';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { msg, msgStatuses } from './msg.ts';
import { contentField } from './web/content-field.tsx';
import { MsgViewPage } from './web/msg.tsx';
import { ReadersTab } from './web/readers-tab.tsx';
import { scopeField, targetsField } from './web/targets-field.tsx';

/** What of this feature's pages differs from the pattern. */
export const noticesWeb: WebFeature = {
  name: 'notices',
  pages: { 'sys/msg/view': MsgViewPage },
  cells: cellsOf(msg, { msgContent: contentField, targetIds: targetsField, msgScope: scopeField }),
  recordTabs: [
    recordTab(msg, {
      name: 'readers',
      label: '阅读情况',
      order: 10,
      right: { resource: msg.name, permission: 'read' },
      // A draft has no readers.
      offered: ({ msgStatus }) => msgStatus !== msgStatuses.draft,
      Tab: ReadersTab,
    }),
    attachmentsTab(msg.name),
  ],
};
