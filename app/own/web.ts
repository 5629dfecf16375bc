import type { WebModule } from '@back-office/web/shell/routing/web-module.ts';

/** `#office/web` without a company, or for one without code in the browser. */
export const web: WebModule | readonly WebModule[] = [];
