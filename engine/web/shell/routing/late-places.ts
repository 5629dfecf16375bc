import { theOffice } from '../../platform/office/open-office.ts';
import { storeLocally } from '../../platform/store/store-locally.ts';
import { type KeptPlaces, placesKey } from './kept-places.ts';
import type { WebModule } from './web-module.ts';

/** Saves the places of these modules for the next load. */
export function savePlaces(modules: readonly WebModule[]): void {
  const features = modules.flatMap(({ shell = [] }) => shell).filter(({ name }) => theOffice().has(name));
  const places: KeptPlaces = {
    home: features.flatMap(({ home = [] }) => home).map(({ Card: _drawn, ...place }) => place),
    topBar: features.flatMap(({ topBar = [] }) => topBar).map(({ Item: _drawn, ...place }) => place),
  };
  if (places.home.length + places.topBar.length === 0) localStorage.removeItem(placesKey);
  // If the storage is full, next time they are placed behind the others again.
  else storeLocally(placesKey, JSON.stringify(places));
}

/** The modules, with parts that have no reserved place moved behind everything rendered: a card below the others, an item to their left. */
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
