import type { Page } from '@playwright/test';

/** Texts in the page as it stands that end in three points, and of which nobody reads the rest by the keyboard or a finger. */
export const cutTexts = (page: Page): Promise<string[]> => page.evaluate(measure);

/** Runs in the page. */
function measure(): string[] {
  // A button opens the whole in a popover; a link leads to what has that name; the record of a row, and below a title, says all of it.
  const ways = '.list-cut, a[href], [role=tab], [role=row]:has(.record-link), .crud-bar, .record-beside > header';
  /** What of its words lies beyond its edge: what is drawn there besides, such as a handle, is no text. */
  const isCut = (element: Element): boolean => {
    const { right } = element.getBoundingClientRect();
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (words.nextNode() !== null) {
      range.selectNodeContents(words.currentNode);
      if (range.getBoundingClientRect().right > right + 1) return true;
    }
    return false;
  };
  return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
    const { textOverflow, overflowX } = getComputedStyle(element);
    if (textOverflow !== 'ellipsis' || overflowX === 'visible' || element.scrollWidth <= element.clientWidth + 1 || !isCut(element))
      return [];
    if (!element.checkVisibility({ visibilityProperty: true }) || element.clientWidth <= 1) return [];
    if (element.closest(ways) !== null || element.querySelector('.list-cut, a[href]') !== null) return [];
    return [`“${(element.textContent ?? '').slice(0, 30)}” in .${element.className}`];
  });
}
