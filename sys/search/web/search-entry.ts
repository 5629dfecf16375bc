import type { FoundGroup } from '@back-office/contract/calls/search.ts';
import { ownNotices } from '../../notices/own-notices.ts';
import { isExternalLink } from '@back-office/web/platform/routing/is-external-link.ts';
import { resourceIcon } from '@back-office/web/platform/routing/resource-icon.ts';
import { recordPath } from '@back-office/web/platform/routing/record-path.ts';
import type { PaletteEntry, RecordCommand } from '@back-office/web/shell/routing/shell-feature.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/** A command that needs a record's name typed after it. */
export interface FoundBeginning extends Shown {
  types: string;
  label: string;
  detail: string;
}

/** An entry to open, run or start typing. */
export type SearchEntry = FoundPlace | FoundCommand | FoundBeginning;

interface Shown {
  /** Name of an icon of the palette or of the menu. */
  icon?: string;
  /** Shortcut for the same. */
  keys?: string;
}

/** A page or record to open. */
export interface FoundPlace extends Shown {
  /** Its address, inside or outside the application. */
  path: string;
  /** Opens in a new window. */
  target?: '_blank';
  label: string;
  /** Distinguishes it from others of the same name. */
  detail: string;
}

/** A command to run. */
export interface FoundCommand extends Shown {
  /** Name by which it is remembered among recently used ones; none for a command on a single record. */
  name?: string;
  run: () => void | Promise<void>;
  label: string;
  detail: string;
}

/** Entries under a heading. */
export interface EntryGroup {
  title: string;
  entries: SearchEntry[];
  more: boolean;
  /** Still shown while another text is searched for, and not to be opened. They come last. */
  former?: boolean;
}

/** Maximum number of menu entries and of commands shown. */
const most = 5;

/** Menu entries whose title, whose group's title, or whose page's name matches. */
export function menuGroup(routes: readonly RouteRecord[], matches: (title: string) => boolean): EntryGroup {
  const found = entriesOf(routes, []).flatMap(({ titles, page, ...leads }) => {
    if (titles.some(matches)) return [{ ...leads, titles }];
    // The page's tab has another name than the entry: a search for it finds the page under that name.
    return page !== undefined && matches(page) ? [{ ...leads, titles: [...titles, page] }] : [];
  });
  // A match of the entry's own title ranks above one of its group's.
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
    const opensPage = component !== undefined || isExternalLink(path) || children.length > 0;
    return opensPage
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

/** Commands whose title matches, including those that need a record's name. */
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

/** A command as an entry. */
export function commandEntry(command: PaletteEntry): FoundPlace | FoundCommand {
  const said = { label: command.title, detail: command.detail ?? '', ...shown(command) };
  return 'path' in command ? { path: command.path, ...said } : { name: command.name, run: command.run, ...said };
}

const shown = ({ icon, keys }: Pick<PaletteEntry, 'icon' | 'keys'>): Shown => ({
  ...(icon === undefined ? {} : { icon }),
  ...(keys === undefined ? {} : { keys }),
});

/** A command and the name typed after it: 重置密码 王伟; undefined if the text is not a command with a name. */
export function namedCommand(commands: readonly RecordCommand[], text: string): { command: RecordCommand; name: string } | undefined {
  const command = commands.find(({ title }) => text.startsWith(`${title} `));
  return command === undefined ? undefined : { command, name: text.slice(command.title.length).trim() };
}

/** The command as an entry for each record found. */
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

/** The records found, except those for which the person has no page. */
export const recordGroup = (routes: readonly RouteRecord[], { resource, title, items, more }: FoundGroup): EntryGroup => ({
  title,
  more,
  entries: items.flatMap(({ id, label, detail }) => {
    const path = resource === ownNotices ? `/message?notice=${encodeURIComponent(id)}` : recordPath(routes, resource, id);
    const icon = resource === ownNotices ? 'msg' : resourceIcon(routes, resource);
    return path === undefined ? [] : [{ path, label, detail: detail ?? '', ...(icon === undefined ? {} : { icon }) }];
  }),
});
