import { useEffect, useEffectEvent } from 'react';
import { createStore } from '../store/create-store.ts';

/** A shortcut for the list of shortcuts. */
export interface Shortcut {
  /** Keys pressed together, such as Ctrl and K; alternatives follow one another. */
  readonly keys: readonly string[];
  /** What it does, such as 查找. */
  readonly title: string;
  /** Where it does that, such as 全局. */
  readonly where: string;
}

const listed = createStore<readonly Shortcut[]>([]);

/** The active shortcuts: code that handles a key registers it here, so that the list is never wrong. */
export const shortcuts = { get: listed.get, subscribe: listed.subscribe };

/**
 * Registers a shortcut for the list that ? shows, while the component is mounted; the component handles the keys itself.
 * @example
 * export function Months({ step }: { step: (by: number) => void }) {
 *   useShortcut({ keys: ['← →'], title: '换一个月', where: '合同统计' });
 *   return <div tabIndex={0} onKeyDown={({ key }) => step(key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0)} />;
 * }
 */
export function useShortcut({ keys, title, where }: Shortcut): void {
  const joinedKeys = keys.join('+');
  useEffect(() => {
    const shortcut = { keys: joinedKeys.split('+'), title, where };
    listed.set([...listed.get(), shortcut]);
    return () => listed.set(listed.get().filter((other) => other !== shortcut));
  }, [joinedKeys, title, where]);
}

/**
 * Registers several shortcuts at once; pass the same array at each render.
 * @example
 * const keys: readonly Shortcut[] = [
 *   { keys: ['←', '→'], title: '换一个月', where: '合同统计' },
 *   { keys: ['Home'], title: '回到本月', where: '合同统计' },
 * ];
 * export const useMonthKeys = () => useShortcuts(keys);
 */
export function useShortcuts(all: readonly Shortcut[]): void {
  useEffect(() => {
    // Copies: another part may register the same.
    const mine = all.map((shortcut) => ({ ...shortcut }));
    listed.set([...listed.get(), ...mine]);
    return () => listed.set(listed.get().filter((shortcut) => !mine.includes(shortcut)));
  }, [all]);
}

/** Elements where a letter is input, not a shortcut. */
export const typing = 'input, textarea, select, [contenteditable=true], [role=combobox]';

/** Whether a modal dialog is open; a record beside its list is not modal. */
const isModalOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some((dialog) => dialog.checkVisibility());

/** Handles a key that nothing else has handled, while no modal is open; `within` matches elements where the key has another meaning. */
function useKey(wanted: (event: KeyboardEvent) => boolean, within: string | undefined, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || !wanted(event)) return;
    if (within !== undefined && target instanceof Element && target.closest(within) !== null) return;
    if (isModalOpen()) return;
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
 * Registers a shortcut of one character without Ctrl or Alt, such as ?, and runs it unless somebody is typing.
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
 * Registers a shortcut of a letter with Ctrl, or ⌘, and runs it; `within` matches elements where these keys have another meaning.
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
