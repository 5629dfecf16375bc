import type { Page } from '@playwright/test';

/** Texts of the page that are cut off with an ellipsis, and whose rest cannot be read by keyboard or touch. */
export const cutTexts = (page: Page): Promise<string[]> => page.evaluate(findCutTexts);

/** Runs in the page. */
function findCutTexts(): string[] {
  // A button opens the full text in a popover; a link leads to the named record; a row's record, or text below a title, shows all of it.
  const ways = '.list-cut, a[href], [role=tab], [role=row]:has(.record-link), .crud-bar, .record-beside > header';
  /** The part of its words beyond its edge: other drawings there, such as a handle, are not text. */
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
