/** What stays in the page beside `keep`: what draws nothing. */
const silent = /^(?:SCRIPT|STYLE|TEMPLATE|LINK|NOSCRIPT)$/;

/**
 * Takes everything but `keep` out of the page, and whatever comes into it later: it is read by nobody, not by a screen reader, a
 * search or the browser's own tools, and reached by no key. It lives on outside, with what was typed in it. Gives a
 * function that puts it back, scrolled and focused as it was.
 */
export function setAside(keep: HTMLElement): () => void {
  const aside = document.createElement('div');
  const focused = document.activeElement;
  const scrolled = [...document.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop > 0 || scrollLeft > 0)
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
  const take = (): void => {
    // A list that does not change under what is taken out of it.
    for (const node of document.querySelectorAll('body > *')) if (node !== keep && !silent.test(node.tagName)) aside.append(node);
  };
  const title = document.title;
  take();
  document.title = '屏幕已锁定';
  const watcher = new MutationObserver(take);
  watcher.observe(document.body, { childList: true });
  return () => {
    watcher.disconnect();
    document.body.prepend(...aside.childNodes);
    document.title = title;
    for (const { element, top, left } of scrolled) element.scrollTo({ top, left, behavior: 'instant' });
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}
