import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { sms } from './sms.ts';
import { SmsListPage } from './web/sms-list-page.tsx';
import { smsStatus } from './web/sms-status.tsx';

/** The pages of this feature that differ from the pattern. */
export const smsWeb: WebFeature = {
  name: 'sms',
  pages: {
    'sys/sms/list': SmsListPage,
  },
  cells: cellsOf(sms, { smsStatus }),
};
