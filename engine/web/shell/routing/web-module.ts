import type { ShellFeature } from './shell-feature.ts';
import type { WebFeature } from './web-feature.ts';

/**
 * A module's part in the browser (`Module`, of the same name).
 *
 * @example
 * const agreements: ShellFeature = {
 *   name: 'agreements',
 *   home: [{ name: 'acme-agreements', title: '近期合同', order: 25, Card: lazyPart(async () => (await import('antd/es/empty')).default) }],
 *   palette: [{ name: 'acme-agreements', title: '我的合同', order: 50, path: '/acme/agreement/list' }],
 * };
 * export const web: WebModule = { name: 'acme', shell: [agreements], pages: async () => [] };
 */
export interface WebModule {
  readonly name: string;
  /** Its features' parts of the shell: light, and loaded before antd. */
  readonly shell?: readonly ShellFeature[];
  /** Its features' parts of pages; loaded with the first page that uses antd. */
  readonly pages?: () => Promise<readonly WebFeature[]>;
}

/** The parts of pages of a module's features; undefined if its code could not be loaded. */
export interface LoadedModule {
  readonly name: string;
  readonly features: readonly WebFeature[] | undefined;
}
