import type { FoundGroup } from '@back-office/contract/calls/search.ts';
import { ownNotices } from '../../notices/notices.ts';
import { isExternalLink } from '@back-office/web/platform/routing/external-link.ts';
import { recordPath } from '@back-office/web/platform/routing/record-path.ts';
import type { PaletteEntry } from '@back-office/web/shell/routing/shell-feature.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/** Something that can be opened or done. */
export type SearchEntry = FoundPlace | FoundCommand;

/** A place that can be opened. */
export interface FoundPlace {
  /** Where it leads, inside the application or out of it. */
  path: string;
  /** Opens a window of its own. */
  target?: '_blank';
  label: string;
  /** What tells it from others of its name. */
  detail: string;
}

/** Something that is done at once. */
export interface FoundCommand {
  run: () => void | Promise<void>;
  label: string;
  detail: string;
}

/** Entries under one heading. */
export interface EntryGroup {
  title: string;
  entries: SearchEntry[];
  more: boolean;
}

/** This many menu entries are shown, and commands. */
const shown = 5;

/** The entries of the menu of which the title, or that of a group above, matches. */
export function menuGroup(routes: readonly RouteRecord[], matches: (title: string) => boolean): EntryGroup {
  const found = entriesOf(routes, []).filter(({ titles }) => titles.some(matches));
  // An entry's own title counts for more than that of the group.
  found.sort((one, other) => Number(matches(other.titles.at(-1) ?? '')) - Number(matches(one.titles.at(-1) ?? '')));
  const entries = found.map(({ titles, ...leads }) => ({ ...leads, label: titles.at(-1) ?? '', detail: titles.slice(0, -1).join(' / ') }));
  return { title: '菜单', entries: entries.slice(0, shown), more: entries.length > shown };
}

function entriesOf(
  routes: readonly RouteRecord[],
  above: readonly string[],
): (Pick<FoundPlace, 'path' | 'target'> & { titles: string[] })[] {
  return routes.flatMap(({ hidden, path, meta, children = [], component }) => {
    if (hidden === true) return [];
    const titles = [...above, meta.title];
    const below = entriesOf(children, titles);
    if (below.length > 0) return below;
    const leads = component !== undefined || isExternalLink(path) || children.length > 0;
    return leads ? [{ path, titles, ...(meta.target === undefined ? {} : { target: meta.target }) }] : [];
  });
}

/** The commands of which the title matches. */
export function commandGroup(palette: readonly PaletteEntry[], matches: (title: string) => boolean): EntryGroup {
  const found = palette.filter(({ title }) => matches(title));
  const entries = found.map((command): SearchEntry => {
    const said = { label: command.title, detail: command.detail ?? '' };
    return 'path' in command ? { path: command.path, ...said } : { run: command.run, ...said };
  });
  return { title: '命令', entries: entries.slice(0, shown), more: entries.length > shown };
}

/** The records that were found, save those for which the person has no page. */
export const recordGroup = (routes: readonly RouteRecord[], { resource, title, items, more }: FoundGroup): EntryGroup => ({
  title,
  more,
  entries: items.flatMap(({ id, label, detail }) => {
    const path = resource === ownNotices ? `/message?notice=${encodeURIComponent(id)}` : recordPath(routes, resource, id);
    return path === undefined ? [] : [{ path, label, detail: detail ?? '' }];
  }),
});
