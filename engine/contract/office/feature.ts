import type { Extension } from '../resource/extension.ts';
import type { Resource } from '../resource/resource.ts';
import type { Rules } from '../resource/rules.ts';
import type { MenuEntry } from './menu.ts';
import type { RouteRecord } from './route-record.ts';

/**
 * A feature as both sides know it: its declarations, the rules that join their fields, and its entries of the menu. What
 * it does on the server and in the browser are values of their own, under the same name (`ServerFeature`, `WebFeature`).
 *
 * @example
 * const party = defineResource({
 *   name: 'acme/party',
 *   title: '相对方',
 *   table: 'acme_party',
 *   label: 'partyName',
 *   fields: { partyName: { kind: 'text', label: '名称', max: 100, required: true } },
 *   list: ['partyName'],
 *   form: ['partyName'],
 *   sort: 'partyName:asc',
 * });
 * export const parties: Feature = {
 *   name: 'parties',
 *   resources: [party],
 *   menu: [{ resource: 'acme/party', group: '/acme', order: 10, title: '相对方', icon: 'org', permissions: { merge: '合并' } }],
 * };
 */
export interface Feature {
  /** The name of its folder, such as `users`. */
  readonly name: string;
  readonly resources?: readonly Resource[];
  /** Rules that join fields, by the names that declarations give in `rules`. */
  readonly rules?: Rules;
  readonly menu?: readonly MenuEntry[];
  /** Pages that every signed-in person has, whatever their rights. */
  readonly pages?: readonly RouteRecord[];
  /** Features without which this one cannot be: leaving one of them out stops the start, with their names. */
  readonly needs?: readonly string[];
  /** Fields that it adds to resources of other modules. */
  readonly extend?: readonly Extension[];
}
