import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { SmsListPage } from './web/sms.tsx';

/** The pages of this feature that differ from the pattern. */
export const smsWeb: WebFeature = {
  name: 'sms',
  pages: {
    'sys/sms/list': SmsListPage,
  },
};
