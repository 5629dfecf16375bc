import { useEffect, useEffectEvent } from 'react';
import { createStore } from '../store/create-store.ts';

/** A shortcut as people read it. */
export interface Shortcut {
  /** Keys together, such as Ctrl and K; several ways one after another. */
  readonly keys: readonly string[];
  /** What it does, such as 查找. */
  readonly title: string;
  /** Where it does that, such as 全局. */
  readonly where: string;
}

const listed = createStore<readonly Shortcut[]>([]);

/** The shortcuts that hold now: whoever takes a key says so here, so that no second list can be wrong. */
export const shortcuts = { get: listed.get, subscribe: listed.subscribe };

/** Lists a shortcut for as long as what takes its keys is there. */
export function useShortcut({ keys, title, where }: Shortcut): void {
  const said = keys.join('+');
  useEffect(() => {
    const shortcut = { keys: said.split('+'), title, where };
    listed.set([...listed.get(), shortcut]);
    return () => listed.set(listed.get().filter((other) => other !== shortcut));
  }, [said, title, where]);
}

/** Where a letter is typed, and so no shortcut. */
const typing = 'input, textarea, select, [contenteditable=true], [role=combobox]';

/** Lists a shortcut of one character without Ctrl or Alt, such as ?, and does it wherever nobody types. */
export function useCharacterKey(character: string, { title, where }: Omit<Shortcut, 'keys'>, run: () => void): void {
  useShortcut({ keys: [character], title, where });
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key !== character || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest(typing) !== null) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
