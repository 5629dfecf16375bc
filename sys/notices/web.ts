import { asText } from '@back-office/web/crud/fields/as-text.ts';
import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { attachmentsTab } from '@back-office/web/crud/parts/attachments-tab.tsx';
import { recordTab } from '@back-office/web/crud/parts/record-tab.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { createElement } from 'react';
import { msg, msgStatuses } from './msg.ts';
import { LazyNoticeBody } from './web/lazy-notice-body.tsx';
import { TargetsCell } from './web/targets-cell.tsx';

// Not before the rows of a list.
const MsgViewPage = lazyPart(async () => (await import('./web/msg-view-page.tsx')).MsgViewPage);
const ReadersTab = lazyPart(async () => (await import('./web/readers-tab.tsx')).ReadersTab);
const ContentInput = lazyPart(async () => (await import('./web/content-input.tsx')).ContentInput);
const TargetsInput = lazyPart(async () => (await import('./web/targets-inputs.tsx')).TargetsInput);
const ScopeInput = lazyPart(async () => (await import('./web/targets-inputs.tsx')).ScopeInput);

/** What of this feature's pages differs from the pattern. */
export const noticesWeb: WebFeature = {
  name: 'notices',
  pages: { 'sys/msg/view': MsgViewPage },
  cells: cellsOf(msg, {
    msgContent: {
      Cell: ({ value, row: { id } }) =>
        createElement(LazyNoticeBody, { html: asText(value), ...(typeof id === 'string' ? { notice: id } : {}) }),
      Input: ContentInput,
    },
    targetIds: { Cell: TargetsCell, Input: TargetsInput },
    msgScope: { Input: ScopeInput },
  }),
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
