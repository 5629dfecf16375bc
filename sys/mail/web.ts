import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';

// Not before the rows of a list.
const MailListPage = lazyPart(async () => (await import('./web/mail-list-page.tsx')).MailListPage);

/** What of this feature's pages differs from the pattern. */
export const mailWeb: WebFeature = { name: 'mail', pages: { 'sys/mail/list': MailListPage } };
