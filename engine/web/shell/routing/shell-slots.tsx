import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { createContext, createElement, useContext, type ComponentType, type ReactElement } from 'react';
import { theOffice } from '../../platform/office/open-office.ts';
import { lazyPart } from '../../platform/ui/lazy-part.ts';
import { MisconfiguredPage } from '../error/misconfigured-page.tsx';
import type { HomeCard, PaletteEntry, RecordCommand, ShellFeature, TopBarItem } from './shell-feature.ts';
import type { WebModule } from './web-module.ts';

/** What features fill the shell with. */
export interface ShellSlots {
  /** The modules that they come from. */
  readonly modules: readonly WebModule[];
  /** Items of the top bar, from the left. */
  readonly topBar: readonly TopBarItem[];
  /** Cards of the home page, from the top. */
  readonly home: readonly HomeCard[];
  /** Commands of the palette, in order. */
  readonly palette: readonly PaletteEntry[];
  /** What it does with records, in order. */
  readonly paletteRecords: readonly RecordCommand[];
  /** Icons for the menu beside the product's, by their names. */
  readonly icons: ReadonlyMap<string, IconDefinition>;
  /** True while more may come with modules that are fetched after the shell. */
  readonly areMoreToCome: boolean;
  /** True for a page that is drawn without antd, and so is there before it. */
  readonly isPlain: (key: string) => boolean;
  /** Fetches what modules put into pages, ahead of the first that is opened. */
  readonly fetchPages: () => Promise<unknown>;
  /** The page of a component key such as sys/user/list; made once, so that it keeps its state while it is shown. */
  readonly pageOf: (key: string) => ReactElement;
}

/** Finds the page of a component key, such as sys/user/view; undefined where there is none. */
export type FindPage = (key: string) => ComponentType | undefined;

/** Fetches, once, what modules put into pages. */
export interface LoadPages {
  (): Promise<FindPage>;
  /** What is fetched already. */
  there: () => FindPage | undefined;
}

/** What was made before more modules came, and the places that are kept for what these will bring. */
interface Before {
  /** Pages by component key; shared by the slots that follow each other, so that no page is made anew under somebody's hands. */
  readonly pages?: Map<string, ReactElement>;
  readonly kept?: Pick<ShellSlots, 'home' | 'topBar'>;
}

/**
 * Joins what the features of modules put into the shell; what they put into pages, `loadPages` fetches apart from it. That they
 * fit together, `checkShell` sees.
 */
export function makeShellSlots(modules: readonly WebModule[], loadPages: LoadPages, { pages = new Map(), kept }: Before = {}): ShellSlots {
  const { has } = theOffice();
  const features = modules.flatMap(({ shell = [] }) => shell).filter(({ name }) => has(name));
  const joined = <Part,>(of: (feature: ShellFeature) => readonly Part[] | undefined): Part[] =>
    features.flatMap((feature) => of(feature) ?? []);
  const plain = new Map(joined(({ plainPages = {} }) => Object.entries(plainPages)));
  const lazy = new Map(joined(({ lazyPages = {} }) => Object.entries(lazyPages)));
  return {
    modules,
    topBar: [...joined(({ topBar }) => topBar), ...(kept?.topBar ?? [])].sort(byOrder),
    home: [...joined(({ home }) => home), ...(kept?.home ?? [])].sort(byOrder),
    palette: joined(({ palette }) => palette).sort(byOrder),
    paletteRecords: joined(({ paletteRecords }) => paletteRecords).sort(byOrder),
    icons: new Map(joined(({ icons = {} }) => Object.entries(icons))),
    areMoreToCome: kept !== undefined,
    isPlain: (key) => plain.has(key),
    // What cannot be fetched now says so when it is opened.
    fetchPages: () => loadPages().catch(() => undefined),
    pageOf: (key) => {
      let page = pages.get(key);
      if (page === undefined) pages.set(key, (page = createElement(plain.get(key) ?? pageFetched(key, lazy.get(key), loadPages))));
      return page;
    },
  };
}

/** A page with what others put into it. */
const pageFetched = (key: string, load: (() => Promise<ComponentType>) | undefined, loadPages: LoadPages): ComponentType => {
  const there = load === undefined ? foundBy(loadPages.there(), key) : undefined;
  if (there !== undefined) return there;
  return lazyPart(async () => {
    if (load === undefined) return (await loadPages())(key) ?? unknownPage(key);
    // A page of its own stands without what others put into it.
    const [page] = await Promise.all([load(), loadPages().catch(() => undefined)]);
    return page;
  });
};

/** One that could not be fetched is asked for again, and says so in its own place. */
function foundBy(find: FindPage | undefined, key: string): ComponentType | undefined {
  try {
    return find?.(key);
  } catch {
    return undefined;
  }
}

const byOrder = (a: { order: number }, b: { order: number }): number => a.order - b.order;

export const ShellSlotsContext = createContext<ShellSlots | undefined>(undefined);

/** What features put into the shell around. */
export function useShellSlots(): ShellSlots {
  const slots = useContext(ShellSlotsContext);
  if (slots === undefined) throw new Error('There is no shell around this component');
  return slots;
}

/** Stands in the place of a page that a function record names and that there is not; everything else goes on. */
const unknownPage = (key: string): ComponentType =>
  function UnknownPage() {
    return <MisconfiguredPage reason={`没有名为“${key}”的页面，请检查功能管理中的“组件”。`} />;
  };
