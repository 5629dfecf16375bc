import type { Feature } from './feature.ts';
import type { MenuGroup } from './menu.ts';

/**
 * A module: a name, which its resources and tables begin with, its features, and the groups of the menu that it brings.
 *
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
  /** Features that it has and this office does without: what they do on either side does nothing. */
  readonly leftOut?: readonly Feature[];
  readonly menu?: readonly MenuGroup[];
}
