import { focusHeading } from './focus-heading.ts';

/** Containers that keep the focus when their focused element loses it. */
const keeperSelector = '[role=dialog], [data-keeps-focus]';

interface Place {
  keeper: HTMLElement;
  /** The last focused element within it. */
  last: HTMLElement;
  /** The element focused before any within it. */
  from: EventTarget | null;
}

/**
 * Keeps the focus within a dialog, or an element with `data-keeps-focus`, when the focused element is removed or disabled: the
 * container takes it, and returns it to an element that is enabled again. Otherwise it would fall to the body, and Tab would start at
 * the top. A dialog removed without closing returns the focus to its opener. Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let places: readonly Place[] = [];
  let taking = false;
  const recordFocus = ({ target, relatedTarget }: FocusEvent): void => {
    if (taking || !(target instanceof HTMLElement)) return;
    const keeper = target.closest<HTMLElement>(keeperSelector);
    // A focus that left all containers is not brought back.
    if (keeper === null) return void (places = []);
    const from = places.find((place) => place.keeper === keeper)?.from ?? relatedTarget;
    places = [...places.filter((place) => place.keeper !== keeper), { keeper, last: target, from }];
  };
  const focusKeeper = (keeper: HTMLElement): void => {
    if (!keeper.hasAttribute('tabindex')) keeper.tabIndex = -1;
    taking = true;
    keeper.focus({ preventScroll: true });
    taking = false;
  };
  const checkFocus = (): void => {
    const removed = places.filter(({ keeper }) => !keeper.isConnected);
    places = places.filter(({ keeper }) => keeper.isConnected);
    if (removed.length > 0 && document.activeElement === document.body) returnFocus(removed);
    const place = places.at(-1);
    if (place === undefined) return;
    const { keeper, last } = place;
    const now = document.activeElement;
    if (!last.isConnected || last.matches(':disabled')) {
      // A disabled element keeps the focus until the next frame.
      if (now === null || now === document.body || now === last) focusKeeper(keeper);
    } else if (now === keeper) last.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(checkFocus);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', recordFocus);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', recordFocus);
  };
}

/**
 * Focuses the first opener that still exists: of stacked dialogs, the lowest one's. A dialog without an opener, such as the demand for a new
 * password, leaves the focus to the page's heading; if the opener was removed too, the list moves the focus itself.
 */
function returnFocus(removed: readonly Place[]): void {
  const dialogs = removed.filter(({ keeper }) => keeper.ariaModal === 'true');
  const openers = dialogs.map(({ from }) => from).filter((from) => from instanceof HTMLElement);
  const opener = openers.find(({ isConnected }) => isConnected);
  if (opener !== undefined) opener.focus({ preventScroll: true });
  else if (dialogs.length > 0 && openers.length === 0) focusHeading();
}
