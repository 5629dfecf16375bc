import { recordIn } from '@back-office/contract/record-in.ts';
import { preferenceStore } from '../preferences/preference-store.ts';
import { appearance, sizes, type Appearance } from './appearance.ts';
import { accents } from './accent.ts';
import { menuPlaces } from './menu-place.ts';
import { schemes } from './scheme.ts';

const key = 'appearance';

/** Applies a person's choice, here at once, and on another machine when they next sign in there. */
export function chooseAppearance(part: Partial<Appearance>): void {
  appearance.change(part);
  preferenceStore.set(key, appearance.get());
}

/** Applies the signed-in person's choice, made on whatever machine; this machine's local copy applies until it has loaded. */
export async function adoptAppearance(): Promise<void> {
  await preferenceStore.load();
  const kept = preferenceStore.get(key);
  const { size, scheme, accent, menu } = recordIn(kept);
  const now = appearance.get();
  const chosen = {
    size: sizes.find((one) => one === size) ?? now.size,
    scheme: schemes.find((one) => one === scheme) ?? now.scheme,
    accent: accents.find((one) => one === accent) ?? now.accent,
    menu: menuPlaces.find((one) => one === menu) ?? now.menu,
  };
  const isOther = chosen.size !== now.size || chosen.scheme !== now.scheme || chosen.accent !== now.accent || chosen.menu !== now.menu;
  if (isOther) appearance.change(chosen);
}
