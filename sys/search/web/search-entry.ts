import type { FoundGroup } from '@back-office/contract/calls/search.ts';
import { ownNotices } from '../../notices/own-notices.ts';
import { isExternalLink } from '@back-office/web/platform/routing/is-external-link.ts';
import { resourceIcon } from '@back-office/web/platform/routing/resource-icon.ts';
import { recordPath } from '@back-office/web/platform/routing/record-path.ts';
import type { PaletteEntry, RecordCommand } from '@back-office/web/shell/routing/shell-feature.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/** The beginning of what is typed: a command that wants a record's name behind it. */
export interface FoundBeginning extends Shown {
  types: string;
  label: string;
  detail: string;
}

/** Something that can be opened, done or begun. */
export type SearchEntry = FoundPlace | FoundCommand | FoundBeginning;

interface Shown {
  /** A name of the palette's icons or of the menu's. */
  icon?: string;
  /** Keys that do the same. */
  keys?: string;
}

/** A place that can be opened. */
export interface FoundPlace extends Shown {
  /** Where it leads, inside the application or out of it. */
  path: string;
  /** Opens a window of its own. */
  target?: '_blank';
  label: string;
  /** What tells it from others of its name. */
  detail: string;
}

/** Something that is done at once. */
export interface FoundCommand extends Shown {
  /** By which it is found again among what was used last; none for what is done with one record. */
  name?: string;
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
const most = 5;

/** The entries of the menu of which the title, that of a group above, or the name of the page that they lead to matches. */
export function menuGroup(routes: readonly RouteRecord[], matches: (title: string) => boolean): EntryGroup {
  const found = entriesOf(routes, []).flatMap(({ titles, page, ...leads }) => {
    if (titles.some(matches)) return [{ ...leads, titles }];
    // Its tab is called otherwise than its entry: whoever asks for that is answered by that.
    return page !== undefined && matches(page) ? [{ ...leads, titles: [...titles, page] }] : [];
  });
  // An entry's own title counts for more than that of the group.
  found.sort((one, other) => Number(matches(other.titles.at(-1) ?? '')) - Number(matches(one.titles.at(-1) ?? '')));
  const entries = found.map(({ titles, ...leads }) => ({ ...leads, label: titles.at(-1) ?? '', detail: titles.slice(0, -1).join(' / ') }));
  return { title: '菜单', entries: entries.slice(0, most), more: entries.length > most };
}

function entriesOf(
  routes: readonly RouteRecord[],
  above: readonly string[],
): (Pick<FoundPlace, 'path' | 'target' | 'icon'> & { titles: string[]; page: string | undefined })[] {
  return routes.flatMap(({ hidden, path, meta, children = [], component, redirect }) => {
    if (hidden === true) return [];
    const titles = [...above, meta.title];
    const below = entriesOf(children, titles);
    if (below.length > 0) return below;
    const leads = component !== undefined || isExternalLink(path) || children.length > 0;
    return leads
      ? [
          {
            path,
            titles,
            page: children.find((child) => child.path === redirect)?.meta.title,
            ...(meta.icon === undefined ? {} : { icon: meta.icon }),
            ...(meta.target === undefined ? {} : { target: meta.target }),
          },
        ]
      : [];
  });
}

/** The commands of which the title matches, and those that want a record's name. */
export function commandGroup(
  palette: readonly PaletteEntry[],
  forRecords: readonly RecordCommand[],
  matches: (title: string) => boolean,
): EntryGroup {
  const entries = [
    ...palette.filter(({ title }) => matches(title)).map(commandEntry),
    ...forRecords
      .filter(({ title }) => matches(title))
      .map((one): SearchEntry => ({ types: `${one.title} `, label: `${one.title}…`, detail: '再输入姓名或账号', ...shown(one) })),
  ];
  return { title: '命令', entries: entries.slice(0, most), more: entries.length > most };
}

/** A command as it is shown. */
export function commandEntry(command: PaletteEntry): FoundPlace | FoundCommand {
  const said = { label: command.title, detail: command.detail ?? '', ...shown(command) };
  return 'path' in command ? { path: command.path, ...said } : { name: command.name, run: command.run, ...said };
}

const shown = ({ icon, keys }: Pick<PaletteEntry, 'icon' | 'keys'>): Shown => ({
  ...(icon === undefined ? {} : { icon }),
  ...(keys === undefined ? {} : { keys }),
});

/** A command and the name typed behind it: 重置密码 王伟; undefined where the text is none. */
export function namedCommand(commands: readonly RecordCommand[], text: string): { command: RecordCommand; name: string } | undefined {
  const command = commands.find(({ title }) => text.startsWith(`${title} `));
  return command === undefined ? undefined : { command, name: text.slice(command.title.length).trim() };
}

/** The command for each of the records that were found for it. */
export const doneWith = (command: RecordCommand, groups: readonly FoundGroup[]): EntryGroup[] =>
  groups
    .filter(({ resource }) => resource === command.resource)
    .map(({ items, more }) => ({
      title: command.title,
      more,
      entries: items.map(({ id, label, detail }) => ({
        run: () => command.run({ id, label, detail: detail ?? '' }),
        label: `${command.title}：${label}`,
        detail: detail ?? '',
        ...shown(command),
      })),
    }));

/** The records that were found, save those for which the person has no page. */
export const recordGroup = (routes: readonly RouteRecord[], { resource, title, items, more }: FoundGroup): EntryGroup => ({
  title,
  more,
  entries: items.flatMap(({ id, label, detail }) => {
    const path = resource === ownNotices ? `/message?notice=${encodeURIComponent(id)}` : recordPath(routes, resource, id);
    const icon = resource === ownNotices ? 'msg' : resourceIcon(routes, resource);
    return path === undefined ? [] : [{ path, label, detail: detail ?? '', ...(icon === undefined ? {} : { icon }) }];
  }),
});
