/** What keeps the focus that one of its parts had. */
const keepers = '[role=dialog], [data-keeps-focus]';

interface Place {
  keeper: HTMLElement;
  /** What in it had the focus last. */
  last: HTMLElement;
}

/**
 * Keeps the focus in a dialog, or in what says `data-keeps-focus`, when what has it goes or is disabled: the keeper takes it,
 * and gives it back to what is enabled again. It would be nowhere otherwise, and the next keys would begin at the top of the
 * page. Gives what ends it.
 */
export function keepFocus(): () => void {
  let places: readonly Place[] = [];
  let taking = false;
  const note = ({ target }: FocusEvent): void => {
    if (taking || !(target instanceof HTMLElement)) return;
    const keeper = target.closest<HTMLElement>(keepers);
    // Whoever went out of all of them is not brought back.
    places = keeper === null ? [] : [...places.filter((place) => place.keeper !== keeper), { keeper, last: target }];
  };
  const take = (keeper: HTMLElement): void => {
    if (!keeper.hasAttribute('tabindex')) keeper.tabIndex = -1;
    taking = true;
    keeper.focus({ preventScroll: true });
    taking = false;
  };
  const look = (): void => {
    places = places.filter(({ keeper }) => keeper.isConnected);
    const place = places.at(-1);
    if (place === undefined) return;
    const { keeper, last } = place;
    const now = document.activeElement;
    if (!last.isConnected || last.matches(':disabled')) {
      // Disabled, it has the focus still until the page is drawn.
      if (now === null || now === document.body || now === last) take(keeper);
    } else if (now === keeper) last.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', note);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
  };
}
