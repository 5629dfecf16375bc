import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import { token } from './token.ts';

// Not before the rows of a list.
const TokenViewPage = lazyPart(async () => (await import('./web/token-view-page.tsx')).TokenViewPage);
const RightsCell = lazyPart(async () => (await import('./web/rights-field.tsx')).RightsCell);
const RightsInput = lazyPart(async () => (await import('./web/rights-field.tsx')).RightsInput);
const StatusCell = lazyPart(async () => (await import('./web/expiry-cells.tsx')).StatusCell);
const ExpireTimeCell = lazyPart(async () => (await import('./web/expiry-cells.tsx')).ExpireTimeCell);

/** What of this feature's pages differs from the pattern. */
export const tokensWeb: WebFeature = {
  name: 'tokens',
  pages: { 'sys/token/view': TokenViewPage },
  cells: cellsOf(token, {
    tokenRights: { Cell: RightsCell, Input: RightsInput },
    tokenStatus: { Cell: StatusCell },
    expireTime: { Cell: ExpireTimeCell },
  }),
};
