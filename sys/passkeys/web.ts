import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';

// With its dialog no part of the first page.
const PasskeyListPage = lazyPart(async () => (await import('./web/passkey-list-page.tsx')).PasskeyListPage);

/** The pages of this feature that differ from the pattern. */
export const passkeysWeb: WebFeature = { name: 'passkeys', pages: { 'sys/passkey/list': PasskeyListPage } };
