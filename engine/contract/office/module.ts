import type { Feature } from './feature.ts';
import type { MenuGroup } from './menu.ts';

/**
 * A module: its name, which is the prefix of its resources and tables, its features, and its menu groups.
 * @example
 * export const acme: Module = {
 *   name: 'acme',
 *   menu: [{ path: '/acme', title: '经营', icon: 'database' }],
 *   features: [{ name: 'agreements', needs: ['users'] }],
 * };
 */
export interface Module {
  readonly name: string;
  readonly features: readonly Feature[];
  /** Features of the module that this office leaves out: their parts on both sides do nothing. */
  readonly leftOut?: readonly Feature[];
  readonly menu?: readonly MenuGroup[];
}
