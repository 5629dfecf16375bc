/** Elements that stay in the page beside `keep`, as they render nothing. */
const silent = /^(?:SCRIPT|STYLE|TEMPLATE|LINK|NOSCRIPT)$/;

/**
 * Detaches everything but `keep` from the document, and whatever is added later, so that no screen reader, page search, developer
 * tool or key reaches it. The detached nodes stay alive, with their input. Returns a function that reattaches them, with scroll
 * position and focus restored.
 */
export function detachContent(keep: HTMLElement): () => void {
  const detached = document.createElement('div');
  const focused = document.activeElement;
  const scrolled = [...document.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop > 0 || scrollLeft > 0)
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
  const take = (): void => {
    // A copy: the live list would change while its elements are removed.
    for (const node of document.querySelectorAll('body > *')) if (node !== keep && !silent.test(node.tagName)) detached.append(node);
  };
  const title = document.title;
  take();
  document.title = '屏幕已锁定';
  const watcher = new MutationObserver(take);
  watcher.observe(document.body, { childList: true });
  return () => {
    watcher.disconnect();
    document.body.prepend(...detached.childNodes);
    document.title = title;
    for (const { element, top, left } of scrolled) element.scrollTo({ top, left, behavior: 'instant' });
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}
