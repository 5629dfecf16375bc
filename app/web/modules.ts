import { web } from '#office/web';
import { sysWeb } from '@back-office/sys/web.ts';
import type { WebModule } from '@back-office/web/shell/routing/web-module.ts';

/** The browser side of the office's modules, in order. */
export const modules: readonly WebModule[] = [sysWeb, ...[web].flat()];
