import { createStore } from '../store/create-store.ts';
import { storeLocally } from '../store/store-locally.ts';
import { type Accent, accents, tonesOf, variablesOf } from './accent.ts';
import { type MenuPlace, menuPlaces } from './menu-place.ts';
import { schemes, type Scheme } from './scheme.ts';

/** Sizes of text and controls (docs/spec.md 9), in the order of the menu. */
export const sizes = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];
/** Labels of the sizes; the stored values are the specification's. */
export const sizeNames: Readonly<Record<Size, string>> = { default: '大', medium: '中', small: '小', mini: '紧凑' };

export interface Appearance {
  size: Size;
  scheme: Scheme;
  accent: Accent;
  menu: MenuPlace;
}

const findValue = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

/** The person's choices for this browser, stored in local storage. */
function createAppearance() {
  const read = (): Appearance => ({
    size: findValue(sizes, localStorage.getItem('size')) ?? 'medium',
    scheme: findValue(schemes, localStorage.getItem('scheme')) ?? 'system',
    accent: findValue(accents, localStorage.getItem('accent')) ?? 'blue',
    menu: findValue(menuPlaces, localStorage.getItem('menu')) ?? 'side',
  });
  const { get, set, subscribe } = createStore(read());
  const show = (next: Appearance): void => {
    document.documentElement.dataset['scheme'] = next.scheme;
    document.documentElement.dataset['size'] = next.size;
    document.documentElement.dataset['menu'] = next.menu;
    for (const [name, value] of Object.entries(variablesOf(tonesOf[next.accent])))
      document.documentElement.style.setProperty(name, next.accent === 'blue' ? null : value);
    set(next);
  };
  return {
    get,
    subscribe,
    change: (part: Partial<Appearance>): void => {
      for (const [key, value] of Object.entries(part)) storeLocally(key, value);
      show({ ...get(), ...part });
    },
    /** Applies the choice before the first render, and follows changes in other windows. */
    start: (): void => {
      show(get());
      addEventListener('storage', ({ key }) => {
        if (key === 'scheme' || key === 'accent' || key === 'menu') show({ ...read(), size: get().size });
      });
    },
  };
}

export const appearance = createAppearance();
