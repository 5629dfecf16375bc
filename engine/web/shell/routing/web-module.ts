import type { ShellFeature } from './shell-feature.ts';
import type { WebFeature } from './web-feature.ts';

/**
 * What a module does in the browser (`Module`, of the same name).
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
  /** What its features put into the shell: light, and there before antd. */
  readonly shell?: readonly ShellFeature[];
  /** What its features put into pages; fetched with the first page that is drawn with antd. */
  readonly pages?: () => Promise<readonly WebFeature[]>;
}

/** What a module's features put into pages; undefined where its code could not be fetched. */
export interface LoadedModule {
  readonly name: string;
  readonly features: readonly WebFeature[] | undefined;
}
