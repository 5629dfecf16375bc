import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';

// Not before the rows of other lists.
const ClaimRuleListPage = lazyPart(async () => (await import('./web/claim-rule-list-page.tsx')).ClaimRuleListPage);

/** What of this feature's pages differs from the pattern. */
export const oidcWeb: WebFeature = { name: 'oidc', pages: { 'sys/claim-rule/list': ClaimRuleListPage } };
