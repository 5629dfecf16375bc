import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { createContext, createElement, useContext, type ComponentType, type ReactElement } from 'react';
import { theOffice } from '../../platform/office/open-office.ts';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { MisconfiguredPage } from '../error/misconfigured-page.tsx';
import type { HomeCard, PaletteEntry, RecordCommand, ShellFeature, TopBarItem } from './shell-feature.ts';
import type { WebModule } from './web-module.ts';

/** The parts of the shell provided by features. */
export interface ShellSlots {
  /** The modules that provide them. */
  readonly modules: readonly WebModule[];
  /** Items of the top bar, from the left. */
  readonly topBar: readonly TopBarItem[];
  /** Cards of the home page, from the top. */
  readonly home: readonly HomeCard[];
  /** Commands of the palette, in order. */
  readonly palette: readonly PaletteEntry[];
  /** Commands of the palette on records, in order. */
  readonly paletteRecords: readonly RecordCommand[];
  /** Icons for the menu beside the product's, by name. */
  readonly icons: ReadonlyMap<string, IconDefinition>;
  /** True while modules that load after the shell may still provide more. */
  readonly areMoreToCome: boolean;
  /** Whether a page is rendered without antd, and so available before antd. */
  readonly isPlain: (key: string) => boolean;
  /** Loads the modules' parts of pages, ahead of the first page that is opened. */
  readonly fetchPages: () => Promise<unknown>;
  /** The page of a component key such as sys/user/list; created once, so that it keeps its state while it is shown. */
  readonly pageOf: (key: string) => ReactElement;
}

/** Finds the page of a component key, such as sys/user/view; undefined if there is none. */
export type FindPage = (key: string) => ComponentType | undefined;

/** Loads the modules' parts of pages, once. */
export interface LoadPages {
  (): Promise<FindPage>;
  /** The loaded parts, if any. */
  there: () => FindPage | undefined;
}

/** The previous slots, before more modules were loaded, and the places reserved for these. */
interface Before {
  /** Pages by component key; shared by successive slots, so that no page is remounted while in use. */
  readonly pages?: Map<string, ReactElement>;
  readonly kept?: Pick<ShellSlots, 'home' | 'topBar'>;
}

/**
 * Joins the features' parts of the shell; their parts of pages are loaded separately by `loadPages`. `checkShell` checks that they are compatible.
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
    // A failure is reported when the page is opened.
    fetchPages: () => loadPages().catch(() => undefined),
    pageOf: (key) => {
      let page = pages.get(key);
      if (page === undefined) pages.set(key, (page = createElement(plain.get(key) ?? pageFetched(key, lazy.get(key), loadPages))));
      return page;
    },
  };
}

/** A page with the parts that other features add to it. */
const pageFetched = (key: string, load: (() => Promise<ComponentType>) | undefined, loadPages: LoadPages): ComponentType => {
  const there = load === undefined ? foundBy(loadPages.there(), key) : undefined;
  if (there !== undefined) return there;
  return lazyPart(async () => {
    if (load === undefined) return (await loadPages())(key) ?? unknownPage(key);
    // A page of its own works without the parts of others.
    const [page] = await Promise.all([load(), loadPages().catch(() => undefined)]);
    return page;
  });
};

/** A page that failed to load is loaded again, and reports a failure in its own place. */
function foundBy(find: FindPage | undefined, key: string): ComponentType | undefined {
  try {
    return find?.(key);
  } catch {
    return undefined;
  }
}

const byOrder = (a: { order: number }, b: { order: number }): number => a.order - b.order;

export const ShellSlotsContext = createContext<ShellSlots | undefined>(undefined);

/** The slots of the surrounding shell. */
export function useShellSlots(): ShellSlots {
  const slots = useContext(ShellSlotsContext);
  if (slots === undefined) throw new Error('There is no shell around this component');
  return slots;
}

/** In place of a page that a function record names but that does not exist; everything else keeps working. */
const unknownPage = (key: string): ComponentType =>
  function UnknownPage() {
    return <MisconfiguredPage reason={`没有名为“${key}”的页面，请检查功能管理中的“组件”。`} />;
  };
