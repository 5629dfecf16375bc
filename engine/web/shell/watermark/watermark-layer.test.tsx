import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stubServer } from '../../testing/stub-server.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { showWatermark } from './show-watermark.ts';
import { minuteNow, watermarkImage } from './watermark-image.ts';

const mark = (): HTMLElement => document.querySelector<HTMLElement>('.watermark') ?? document.createElement('i');
let removed = 0;

beforeEach(() => {
  removed = 0;
  stubServer();
  return showWatermark('林小满 lin', () => (removed += 1));
});

/** It is visible, over the whole window. */
function expectWhole(): void {
  const { display, position, opacity, backgroundImage } = getComputedStyle(mark());
  expect([mark().parentElement, display, position, opacity]).toEqual([document.body, 'block', 'fixed', '1']);
  expect(decodeURIComponent(backgroundImage)).toContain('林小满 lin');
  expect(mark().matches(':popover-open')).toBe(true);
  expect(mark().childNodes.length).toBe(0);
  const { width, height } = mark().getBoundingClientRect();
  expect(Math.min(width - innerWidth, height - innerHeight)).toBeGreaterThan(-20);
}

describe('a watermark', () => {
  test('names the person and the minute, covers everything, and is ignored by pointers and screen readers', async () => {
    await draw(<button type="button">保存</button>);
    const words = decodeURIComponent(getComputedStyle(mark()).backgroundImage);
    expect(words).toContain('林小满 lin');
    expect(words).toContain(minuteNow().slice(0, 10));
    expect(mark().getAttribute('aria-hidden')).toBe('true');
    expect(document.elementsFromPoint(innerWidth / 2, innerHeight / 2)).not.toContain(mark());
    let pressed = 0;
    document.querySelector('button')?.addEventListener('click', () => (pressed += 1));
    await page.getByRole('button', { name: '保存' }).click();
    expect([pressed, removed]).toEqual([1, 0]);
  });

  test.each([
    ['removed', () => mark().remove()],
    ['emptied of its style', () => mark().removeAttribute('style')],
    ['made clear', () => mark().style.setProperty('opacity', '0', 'important')],
    ['moved elsewhere', () => document.documentElement.append(mark())],
    ['given another picture', () => mark().style.setProperty('background-image', 'none', 'important')],
    [
      'given an empty picture',
      () =>
        mark().style.setProperty(
          'background-image',
          'url("data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E")',
          'important',
        ),
    ],
    ['made too small to read', () => mark().style.setProperty('background-size', '1px', 'important')],
    ['drawn once, and out of sight', () => mark().style.setProperty('background-position', '-9999px 0', 'important')],
    ['scaled away', () => mark().style.setProperty('scale', '0', 'important')],
    ['pushed aside', () => mark().style.setProperty('translate', '100vw', 'important')],
    ['blended away', () => mark().style.setProperty('mix-blend-mode', 'screen', 'important')],
    ['written over', () => mark().append('x')],
    ['hidden', () => mark().hidePopover()],
    ['told that it is no popover', () => mark().removeAttribute('popover')],
    ['cut away', () => mark().style.setProperty('clip-path', 'inset(50%)', 'important')],
    ['made narrow', () => mark().style.setProperty('width', '10px', 'important')],
    ['given the style of something else', () => mark().setAttribute('style', 'display: none !important')],
  ])('that is %s is restored, and the change is reported', async (_how, tamper) => {
    const before = mark();
    tamper();
    await expect.poll(() => removed).toBe(1);
    expect(document.querySelectorAll('.watermark').length).toBe(1);
    expect(mark()).not.toBe(before);
    expectWhole();
  });

  test.each([
    ['hidden by an attribute', () => mark().setAttribute('hidden', '')],
    ['faded by an animation', () => mark().animate([{ opacity: 0 }], { duration: 1_000_000, fill: 'forwards' })],
    ['taken out of its style word by word', () => mark().style.removeProperty('position')],
  ])('that is %s stays as it was, so that nothing is reported', async (_how, tamper) => {
    const before = mark();
    tamper();
    // Observers of the document have been called by then.
    await Promise.resolve();
    expect([mark() === before, removed]).toEqual([true, 0]);
    expectWhole();
  });

  test.each(['auto', 'manual', 'dialog'])('stays above what opens over the page later: %s', async (kind) => {
    const later = document.createElement(kind === 'dialog' ? 'dialog' : 'div');
    if (kind !== 'dialog') later.popover = kind;
    document.body.append(later);
    const order: string[] = [];
    mark().addEventListener('beforetoggle', ({ newState }) => order.push(newState));
    if (later instanceof HTMLDialogElement) later.showModal();
    else later.showPopover();
    await expect.poll(() => order).toEqual(['closed', 'open']);
    expect(later.matches(':popover-open, :modal')).toBe(true);
    later.remove();
    expect(removed).toBe(0);
  });

  test('is visible even if everything that contains it is hidden or faded', async () => {
    document.body.style.setProperty('visibility', 'hidden');
    document.body.style.setProperty('opacity', '0');
    try {
      const { visibility, opacity } = getComputedStyle(mark());
      expect([visibility, opacity, mark().matches(':popover-open')]).toEqual(['visible', '1', true]);
    } finally {
      document.body.removeAttribute('style');
    }
  });

  test('cannot be hidden by a style sheet', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.watermark { clip-path: inset(50%) !important; visibility: hidden !important }');
    document.adoptedStyleSheets.push(sheet);
    await expect.poll(() => getComputedStyle(mark()).visibility).toBe('visible');
    document.adoptedStyleSheets.pop();
  });
});

test('markup in the text of a watermark is escaped', () => {
  expect(decodeURIComponent(watermarkImage(['<b>&']))).toContain('&lt;b>&amp;');
});
