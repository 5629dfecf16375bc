import type { WebModule } from '@back-office/web/shell/routing/web-module.ts';

/** `#office/web` without a company, or for one that draws nothing of its own. */
export const web: WebModule | readonly WebModule[] = [];
