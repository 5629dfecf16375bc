import type { Extension } from '../resource/extension.ts';
import type { Resource } from '../resource/resource.ts';
import type { Rules } from '../resource/rules.ts';
import type { MenuEntry } from './menu.ts';
import type { OwnEvents } from './own-events.ts';
import type { RouteRecord } from './route-record.ts';

/**
 * The part of a feature that both sides share: its declarations, the rules across their fields, and its menu entries. Its server and browser parts
 * are separate values with the same name (`ServerFeature`, `ShellFeature`, `WebFeature`).
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
  /** The name of the feature's folder, such as `users`. */
  readonly name: string;
  readonly resources?: readonly Resource[];
  /** Rules across fields, by the names that declarations list in `rules`. */
  readonly rules?: Rules;
  readonly menu?: readonly MenuEntry[];
  /** Pages for every signed-in user, whatever their rights. */
  readonly pages?: readonly RouteRecord[];
  /** Features that this one requires: if one of them is left out, the start fails and names both. */
  readonly needs?: readonly string[];
  /** Fields that it adds to resources of other modules. */
  readonly extend?: readonly Extension[];
  /** Events of its resources that its own code announces, for webhooks. */
  readonly events?: readonly OwnEvents[];
}
