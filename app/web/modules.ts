import { web } from '#office/web';
import { sysWeb } from '@back-office/sys/web.ts';
import type { WebModule } from '@back-office/web/shell/routing/web-module.ts';

/** What the modules of the office do in the browser, in order. */
export const modules: readonly WebModule[] = [sysWeb, ...[web].flat()];
