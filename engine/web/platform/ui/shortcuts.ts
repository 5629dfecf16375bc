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

/**
 * Lists a shortcut among those that ? shows, for as long as what takes its keys is there; taking them is its own affair.
 * @example
 * export function Months({ step }: { step: (by: number) => void }) {
 *   useShortcut({ keys: ['← →'], title: '换一个月', where: '合同统计' });
 *   return <div tabIndex={0} onKeyDown={({ key }) => step(key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0)} />;
 * }
 */
export function useShortcut({ keys, title, where }: Shortcut): void {
  const said = keys.join('+');
  useEffect(() => {
    const shortcut = { keys: said.split('+'), title, where };
    listed.set([...listed.get(), shortcut]);
    return () => listed.set(listed.get().filter((other) => other !== shortcut));
  }, [said, title, where]);
}

/**
 * Lists several that come together; the same array at each drawing.
 * @example
 * const keys: readonly Shortcut[] = [
 *   { keys: ['←', '→'], title: '换一个月', where: '合同统计' },
 *   { keys: ['Home'], title: '回到本月', where: '合同统计' },
 * ];
 * export const useMonthKeys = () => useShortcuts(keys);
 */
export function useShortcuts(all: readonly Shortcut[]): void {
  useEffect(() => {
    // Of its own: another part may list the same.
    const mine = all.map((shortcut) => ({ ...shortcut }));
    listed.set([...listed.get(), ...mine]);
    return () => listed.set(listed.get().filter((shortcut) => !mine.includes(shortcut)));
  }, [all]);
}

/** Elements where a letter is input, not a shortcut. */
export const typing = 'input, textarea, select, [contenteditable=true], [role=combobox]';

/** Whether a modal dialog is open; a record beside its list is not modal. */
const isAsked = (): boolean =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some((dialog) => dialog.checkVisibility());

/** Handles a key that nothing else has handled, while no modal is open; `within` matches elements where the key has another meaning. */
function useKey(wanted: (event: KeyboardEvent) => boolean, within: string | undefined, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || !wanted(event)) return;
    if (within !== undefined && target instanceof Element && target.closest(within) !== null) return;
    if (isAsked()) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/**
 * Lists a shortcut of one character without Ctrl or Alt, such as ?, and does it wherever nobody types.
 * @example
 * export function Approve({ approve }: { approve: () => void }) {
 *   useCharacterKey('P', { title: '批准', where: '合同' }, approve);
 *   return <button onClick={approve}>批准</button>;
 * }
 */
export function useCharacterKey(character: string, { title, where }: Omit<Shortcut, 'keys'>, run: () => void): void {
  useShortcut({ keys: [character.toUpperCase()], title, where });
  useKey(({ key, ctrlKey, metaKey }) => key.toLowerCase() === character.toLowerCase() && !ctrlKey && !metaKey, typing, run);
}

/**
 * Lists a shortcut of a letter with Ctrl, or ⌘, and does it; `within` is where these keys mean something else.
 * @example
 * export function Send({ send }: { send: () => void }) {
 *   useCommandKey('m', { title: '寄出', where: '合同' }, send);
 *   return <button onClick={send}>寄出</button>;
 * }
 */
export function useCommandKey(letter: string, { title, where }: Omit<Shortcut, 'keys'>, run: () => void, within?: string): void {
  useShortcut({ keys: ['Ctrl', letter], title, where });
  useKey(
    ({ key, ctrlKey, metaKey, shiftKey }) => key.toLowerCase() === letter.toLowerCase() && (ctrlKey || metaKey) && !shiftKey,
    within,
    run,
  );
}
