import { screenLock } from '../../platform/request/screen-lock.ts';
import { minuteOf, watermarkImage } from './watermark-image.ts';

/** How often the mark is looked at and its time moves on, in milliseconds. */
const lookMs = 1000;

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
  'clip-path': 'none',
  'mask-image': 'none',
  'background-color': 'transparent',
  'background-repeat': 'repeat',
  'background-size': 'auto',
  'pointer-events': 'none',
  'z-index': '2147483647',
  'print-color-adjust': 'exact',
};

/**
 * Hangs a mark of these words and of the time over the whole window, above previews and dialogs, where nobody presses it and no screen
 * reader reads it. One that is removed, hidden or written over hangs again at once, and `onRemoved` is called. Gives a
 * function that takes it down.
 */
export function hangWatermark(words: string, onRemoved: () => void): () => void {
  let mark = make(words);
  document.body.append(mark);
  raise(mark);
  const restore = (): void => {
    if (screenLock.isLocked() || isWhole(mark)) return;
    watcher.disconnect();
    mark.remove();
    mark = make(words);
    document.body.append(mark);
    raise(mark);
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
    const image = watermarkImage([words, minuteOf(new Date())]);
    if (mark.dataset['at'] === minuteOf(new Date())) return;
    watcher.disconnect();
    mark.dataset['at'] = minuteOf(new Date());
    mark.style.setProperty('background-image', image, 'important');
    watch();
  }, lookMs);
  const onFullscreen = (): void => raise(mark);
  document.addEventListener('fullscreenchange', onFullscreen);
  return () => {
    watcher.disconnect();
    clearInterval(timer);
    document.removeEventListener('fullscreenchange', onFullscreen);
    mark.remove();
  };
}

function make(words: string): HTMLElement {
  const mark = document.createElement('div');
  const now = minuteOf(new Date());
  mark.className = 'watermark';
  mark.setAttribute('aria-hidden', 'true');
  mark.setAttribute('popover', 'manual');
  mark.dataset['at'] = now;
  for (const [name, value] of Object.entries(style)) mark.style.setProperty(name, value, 'important');
  mark.style.setProperty('background-image', watermarkImage([words, now]), 'important');
  return mark;
}

/** Above what fills the whole screen too. */
function raise(mark: HTMLElement): void {
  if (!mark.isConnected || typeof mark.showPopover !== 'function') return;
  if (mark.matches(':popover-open')) mark.hidePopover();
  mark.showPopover();
}

/** Whether it hangs where it was hung, and is drawn as it was. */
function isWhole(mark: HTMLElement): boolean {
  if (mark.parentElement !== document.body) return false;
  const drawn = getComputedStyle(mark);
  const { width, height } = mark.getBoundingClientRect();
  return (
    ['display', 'position', 'visibility', 'opacity', 'filter', 'transform', 'clip-path', 'mask-image', 'z-index', 'pointer-events'].every(
      (name) => drawn.getPropertyValue(name) === style[name],
    ) &&
    drawn.backgroundImage.startsWith('url("data:image/svg') &&
    width >= innerWidth - 20 &&
    height >= innerHeight - 20
  );
}
