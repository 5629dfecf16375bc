import { screenLock } from '../../platform/request/screen-lock.ts';
import { minuteNow, watermarkImage } from './watermark-image.ts';

/** Interval at which the watermark is checked and its time is updated, in milliseconds. */
const checkIntervalMs = 1000;

const style: Readonly<Record<string, string>> = {
  display: 'block',
  position: 'fixed',
  inset: '0',
  width: 'auto',
  height: 'auto',
  margin: '0',
  padding: '0',
  border: '0',
  overflow: 'hidden',
  visibility: 'visible',
  opacity: '1',
  filter: 'none',
  transform: 'none',
  scale: 'none',
  rotate: 'none',
  translate: 'none',
  zoom: '1',
  animation: 'none',
  transition: 'none',
  'mix-blend-mode': 'normal',
  'content-visibility': 'visible',
  'clip-path': 'none',
  'mask-image': 'none',
  'background-color': 'transparent',
  'background-repeat': 'repeat',
  'background-size': 'auto',
  'background-position': '0 0',
  'background-clip': 'border-box',
  'pointer-events': 'none',
  'z-index': '2147483647',
  'print-color-adjust': 'exact',
};

/**
 * Shows a watermark with this text and the time over the whole window, above previews and dialogs, ignored by pointers and screen readers. If it is
 * removed, hidden or modified it is restored at once, and `onRemoved` is called. Returns a function that removes it.
 */
export function showWatermark(words: string, onRemoved: () => void): () => void {
  let mark = make(words);
  document.body.append(mark);
  raise(mark);
  let shownStyle = computedStyleOf(mark);
  const restore = (): void => {
    if (screenLock.isLocked() || isIntact(mark, shownStyle)) return;
    watcher.disconnect();
    mark.remove();
    mark = make(words);
    document.body.append(mark);
    raise(mark);
    shownStyle = computedStyleOf(mark);
    watch();
    onRemoved();
  };
  const watcher = new MutationObserver(restore);
  const watch = (): void => {
    watcher.observe(document.body, { childList: true });
    watcher.observe(mark, { attributes: true, childList: true });
  };
  watch();
  const timer = setInterval(() => {
    restore();
    const image = watermarkImage([words, minuteNow()]);
    if (mark.dataset['at'] === minuteNow()) return;
    watcher.disconnect();
    mark.dataset['at'] = minuteNow();
    mark.style.setProperty('background-image', image, 'important');
    shownStyle = computedStyleOf(mark);
    watch();
  }, checkIntervalMs);
  const onFullscreen = (): void => raise(mark);
  document.addEventListener('fullscreenchange', onFullscreen);
  // Elements opened later in the top layer cover earlier ones; and if somebody closes the watermark's popover, it leaves the top layer.
  const onToggled = ({ target, newState }: ToggleEvent): void => {
    if (target === mark) restore();
    else if (newState === 'open') raise(mark);
  };
  document.addEventListener('toggle', onToggled, true);
  return () => {
    watcher.disconnect();
    clearInterval(timer);
    document.removeEventListener('fullscreenchange', onFullscreen);
    document.removeEventListener('toggle', onToggled, true);
    mark.remove();
  };
}

function make(words: string): HTMLElement {
  const mark = document.createElement('div');
  const now = minuteNow();
  mark.className = 'watermark';
  mark.setAttribute('aria-hidden', 'true');
  mark.setAttribute('popover', 'manual');
  mark.dataset['at'] = now;
  for (const [name, value] of Object.entries(style)) mark.style.setProperty(name, value, 'important');
  mark.style.setProperty('background-image', watermarkImage([words, now]), 'important');
  return mark;
}

/** Above full-screen elements too. */
function raise(mark: HTMLElement): void {
  if (!mark.isConnected || typeof mark.showPopover !== 'function') return;
  if (mark.matches(':popover-open')) mark.hidePopover();
  mark.showPopover();
}

/** Its computed style: all properties set above, and the exact image. */
function computedStyleOf(mark: HTMLElement): string {
  const drawn = getComputedStyle(mark);
  return [...Object.keys(style).filter((name) => !sizes.has(name)), 'background-image']
    .map((name) => drawn.getPropertyValue(name))
    .join(';');
}

/** These depend on the window's size. */
const sizes: ReadonlySet<string> = new Set(['inset', 'width', 'height']);

/** Whether it is still in its place, on top of everything, and unmodified. */
function isIntact(mark: HTMLElement, expectedStyle: string): boolean {
  if (mark.parentElement !== document.body || mark.childNodes.length > 0) return false;
  if (typeof mark.showPopover === 'function' && !mark.matches(':popover-open')) return false;
  const { width, height } = mark.getBoundingClientRect();
  return computedStyleOf(mark) === expectedStyle && width >= innerWidth - 20 && height >= innerHeight - 20;
}
