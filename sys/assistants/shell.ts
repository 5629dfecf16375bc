import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';

/** The page of what assistants propose. */
export const assistantsShell: ShellFeature = {
  name: 'assistants',
  lazyPages: { proposals: async () => (await import('./web/proposals-page.tsx')).ProposalsPage },
};
