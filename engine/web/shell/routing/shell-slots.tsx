import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { createContext, createElement, useContext, type ComponentType, type ReactElement } from 'react';
import { theOffice } from '../../platform/office/open-office.ts';
import { MisconfiguredPage } from '../error/misconfigured-page.tsx';
import { lazyPage } from './lazy-page.ts';
import type { ShellFeature, TopBarItem } from './shell-feature.ts';

/** What features fill the shell with. */
export interface ShellSlots {
  /** Items of the top bar, from the left. */
  readonly topBar: readonly TopBarItem[];
  /** True for a page that is drawn without antd, and so is there before it. */
  readonly isPlain: (key: string) => boolean;
  /** The page of a component key such as sys/user/list; made once, so that it keeps its state while it is shown. */
  readonly pageOf: (key: string) => ReactElement;
}

/** Gives the page of a resource's component key, such as sys/user/view; undefined where there is none. */
export type FindResourcePage = (key: string) => Promise<ComponentType | undefined>;

/**
 * Joins what features put into the shell; `findResourcePage` is fetched apart from the shell, with the first of them. Throws
 * where the office has a page, of a key that is no resource's, that no feature draws.
 */
export function makeShellSlots(features: readonly ShellFeature[], findResourcePage: FindResourcePage): ShellSlots {
  const plain = new Map(features.flatMap(({ plainPages = {} }) => Object.entries(plainPages)));
  const lazy = new Map(features.flatMap(({ lazyPages = {} }) => Object.entries(lazyPages)));
  for (const key of keysOf(theOffice().pages))
    if (!plain.has(key) && !lazy.has(key) && !key.includes('/'))
      throw new Error(`No feature draws the page ${key}: name it in the lazyPages of its shell.ts, and that in the module's list`);
  const pages = new Map<string, ReactElement>();
  const find = (key: string): ComponentType => {
    const load = lazy.get(key);
    return plain.get(key) ?? lazyPage(load ?? (async () => (await findResourcePage(key)) ?? unknownPage(key)));
  };
  return {
    topBar: features.flatMap(({ topBar = [] }) => topBar).toSorted((a, b) => a.order - b.order),
    isPlain: (key) => plain.has(key),
    pageOf: (key) => {
      let page = pages.get(key);
      if (page === undefined) pages.set(key, (page = createElement(find(key))));
      return page;
    },
  };
}

const keysOf = (records: readonly RouteRecord[]): string[] =>
  records.flatMap(({ component, children = [] }) => [...(component === undefined ? [] : [component]), ...keysOf(children)]);

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
