import type { Page } from '@playwright/test';

/** The page's visible controls that are too small for a finger: fewer than 44 pixels wide or high. */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(findSmallTargets);

/** Runs in the page. */
function findSmallTargets(): string[] {
  const pressed =
    'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=switch], [role=combobox]';
  // The actual target is larger: the label of a check box, the frame of an input, the card for a name in a list.
  const frames =
    'label, .ant-tabs-tab, .ant-color-picker-trigger, .ant-input-affix-wrapper, .ant-select, .ant-picker, .ant-input-number, .ant-segmented-item, .ant-switch, .list-card:has(.record-link)';
  const framed = 'input, [role=combobox], [role=tab], .record-link, .ant-color-picker-clear';
  const isCounted = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { left, right, bottom, width, height } = element.getBoundingClientRect();
    // Elements for screen readers only, and those scrolled out of their strip.
    if (width <= 1 || height <= 1 || right <= 0 || left >= innerWidth || bottom <= 0) return false;
    // WCAG 2.2, 2.5.8: a link in a sentence may be as high as its line.
    const around = element.parentElement;
    const inSentence =
      getComputedStyle(element).display === 'inline' && (around?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    return !inSentence;
  };
  return [...document.querySelectorAll(pressed)].filter(isCounted).flatMap((element) => {
    // One that covers its whole card or row.
    const over = getComputedStyle(element, '::after').position === 'absolute' ? element.closest('.home-panel, .upload-row') : null;
    const target = over ?? (element.matches(framed) ? (element.closest(frames) ?? element) : element);
    const { width, height } = target.getBoundingClientRect();
    if (width >= 43.5 && height >= 43.5) return [];
    const name = element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.id || element.className);
    return [
      `${element.localName} “${name.slice(0, 20)}” in .${element.parentElement?.className.split(' ')[0]}: ${Math.round(width)} × ${Math.round(height)}`,
    ];
  });
}
