/** Focuses the heading of the current page, where screen readers and the Tab key continue; false if it has none. */
export function focusHeading(): boolean {
  const heading = [...document.querySelectorAll<HTMLElement>('.tab-page > h1, main h1')].find((element) => element.checkVisibility());
  heading?.focus({ preventScroll: true });
  return heading !== undefined;
}
