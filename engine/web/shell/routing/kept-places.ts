import { recordIn } from '@back-office/contract/record-in.ts';
import type { HomeCard, TopBarItem } from './shell-feature.ts';

/** The positions of a company's cards and items, reserved so that nothing moves when they arrive. */
export interface KeptPlaces {
  readonly home: readonly Omit<HomeCard, 'Card'>[];
  readonly topBar: readonly Omit<TopBarItem, 'Item'>[];
}

export const placesKey = 'module-places';
const noPlaces: KeptPlaces = { home: [], topBar: [] };

/** The places as saved when this machine last loaded the modules. */
export function readPlaces(): KeptPlaces {
  try {
    const { home, topBar } = recordIn(JSON.parse(localStorage.getItem(placesKey) ?? 'null'));
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
