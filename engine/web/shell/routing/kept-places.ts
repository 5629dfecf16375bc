import { recordIn } from '@back-office/contract/record-in.ts';
import { theOffice } from '../../platform/office/open-office.ts';
import type { HomeCard, TopBarItem } from './shell-feature.ts';
import type { WebModule } from './web-module.ts';

/** Where a company's cards and items stand: kept free for them, so that nothing moves when they come. */
export interface KeptPlaces {
  readonly home: readonly Omit<HomeCard, 'Card'>[];
  readonly topBar: readonly Omit<TopBarItem, 'Item'>[];
}

const key = 'module-places';
const noPlaces: KeptPlaces = { home: [], topBar: [] };

/** The places as they were when this machine saw the modules last. */
export function readPlaces(): KeptPlaces {
  try {
    const { home, topBar } = recordIn(JSON.parse(localStorage.getItem(key) ?? 'null'));
    if (!Array.isArray(home) || !Array.isArray(topBar)) return noPlaces;
    return { home: home.filter(isPlace), topBar: topBar.filter(isPlace) };
  } catch {
    return noPlaces;
  }
}

const isPlace = (kept: unknown): kept is Omit<HomeCard, 'Card'> => {
  const { title, order } = recordIn(kept);
  return typeof title === 'string' && typeof order === 'number';
};

/** Keeps the places of these modules for the next time. */
export function savePlaces(modules: readonly WebModule[]): void {
  const features = modules.flatMap(({ shell = [] }) => shell).filter(({ name }) => theOffice().has(name));
  const places: KeptPlaces = {
    home: features.flatMap(({ home = [] }) => home).map(({ Card: _drawn, ...place }) => place),
    topBar: features.flatMap(({ topBar = [] }) => topBar).map(({ Item: _drawn, ...place }) => place),
  };
  try {
    if (places.home.length + places.topBar.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(places));
  } catch {
    // The storage is full: they stand behind the others the next time too.
  }
}

/** The modules, with what no place was kept for behind all that is drawn: a card below the others, an item at the left of them. */
export const behindOthers = (modules: readonly WebModule[], { home, topBar }: KeptPlaces): WebModule[] =>
  modules.map((module) => ({
    ...module,
    shell: (module.shell ?? []).map((feature) => ({
      ...feature,
      home: (feature.home ?? []).map((card) => (home.some(({ name }) => name === card.name) ? card : { ...card, order: Infinity })),
      topBar: (feature.topBar ?? []).map((item) =>
        topBar.some(({ title }) => title === item.title) ? item : { ...item, order: -Infinity },
      ),
    })),
  }));
