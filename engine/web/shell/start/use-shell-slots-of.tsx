import { type ReactElement, useMemo, useState, useSyncExternalStore } from 'react';
import { Skeleton } from '../../platform/states/skeleton.tsx';
import { readPlaces } from '../routing/kept-places.ts';
import { lateModules } from '../routing/late-modules.ts';
import { pagesOf } from '../routing/pages-of.ts';
import { makeShellSlots, type ShellSlots } from '../routing/shell-slots.tsx';
import type { WebModule } from '../routing/web-module.ts';

/** The slots of these modules, and of a company's once loaded; until then placeholders reserve their places. */
export function useShellSlotsOf(modules: readonly WebModule[]): ShellSlots {
  const late = useSyncExternalStore(lateModules.subscribe, lateModules.get)?.modules;
  const [places] = useState(readPlaces);
  const [load] = useState(() => pagesOf(modules));
  const [pages] = useState(() => new Map<string, ReactElement>());
  return useMemo(() => {
    if (late !== undefined) return makeShellSlots([...modules, ...late], load, { pages });
    const home = places.home.map((place) => ({ ...place, Card: WaitingCard }));
    const topBar = places.topBar.map((place) => ({ ...place, Item: WaitingItem }));
    return makeShellSlots(modules, load, { pages, kept: { home, topBar } });
  }, [modules, late, places, load, pages]);
}

const WaitingCard = () => (
  <section className="page-card">
    <Skeleton rows={3} />
  </section>
);

const WaitingItem = () => <span className="bar-button" aria-hidden="true" />;
