import { usePreference } from '../preferences/use-preference.ts';
import { preferenceStore } from '../preferences/preference-store.ts';

/** The row density of tables, independent of the text size. */
export const densities = ['loose', 'standard', 'compact'] as const;
export type Density = (typeof densities)[number];
export const densityNames: Readonly<Record<Density, string>> = { loose: '宽松', standard: '标准', compact: '紧凑' };

const key = 'density';

/** What the person chose for all tables. */
export function useDensity(): Density {
  const kept = usePreference(key);
  return densities.find((density) => density === kept) ?? 'standard';
}

/** Sets the density of all tables, here and wherever the person signs in. */
export const chooseDensity = (density: Density): void => preferenceStore.set(key, density === 'standard' ? undefined : density);
