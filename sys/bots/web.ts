import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';

// Not before the rows of a list.
const BotListPage = lazyPart(async () => (await import('./web/bot-list-page.tsx')).BotListPage);

/** What of this feature's pages differs from the pattern. */
export const botsWeb: WebFeature = { name: 'bots', pages: { 'sys/bot/list': BotListPage } };
