import { type ReactElement, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Skeleton } from '../../platform/ui/skeleton.tsx';
import { behindOthers, readPlaces, savePlaces } from '../routing/kept-places.ts';
import { lateModules } from '../routing/late-modules.ts';
import { pagesOf } from '../routing/load-pages.ts';
import { makeShellSlots, type ShellSlots } from '../routing/shell-slots.tsx';
import type { WebModule } from '../routing/web-module.ts';

/** The slots of these modules, and of a company's once they are there; until then their places are kept free. */
export function useShellSlotsOf(modules: readonly WebModule[]): ShellSlots {
  const there = useSyncExternalStore(lateModules.subscribe, lateModules.there);
  if (there?.misfit !== undefined) throw there.misfit;
  const late = there?.modules;
  const [places] = useState(readPlaces);
  const [load] = useState(() => pagesOf(modules));
  const [pages] = useState(() => new Map<string, ReactElement>());
  useEffect(() => {
    // Where it failed its places are those of the last time.
    if (there !== undefined && there.failed.length === 0) savePlaces(there.modules);
  }, [there]);
  return useMemo(() => {
    if (late !== undefined) return makeShellSlots([...modules, ...behindOthers(late, places)], load, { pages });
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
