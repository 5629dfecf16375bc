/** Brings the focus to the heading of the page that is shown, from where reading and the Tab key go on; false where it has none. */
export function focusHeading(): boolean {
  const heading = [...document.querySelectorAll<HTMLElement>('.tab-page > h1, main h1')].find((element) => element.checkVisibility());
  heading?.focus({ preventScroll: true });
  return heading !== undefined;
}
