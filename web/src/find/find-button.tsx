import { SearchOutlined } from '@ant-design/icons-svg';
import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { feedback } from '../feedback/feedback.ts';
import { BarButton } from '../plain/bar-button.tsx';
import type { RouteRecord } from '../session/route-record.ts';

const load = () => import('./find-palette.tsx');

const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Opens the palette, by a press or by Ctrl or ⌘ and K wherever one is. */
export function FindButton({ routes }: { routes: readonly RouteRecord[] }) {
  const [open, setOpen] = useState(false);
  // Not by `lazy`: code that does not come must not take the pages with it.
  const [Palette, setPalette] = useState<ComponentType<{ routes: readonly RouteRecord[]; onClose: () => void }>>();
  const before = useRef<Element>(null);
  const show = async (): Promise<void> => {
    before.current = document.activeElement;
    try {
      const { FindPalette } = await load();
      setPalette(() => FindPalette);
      setOpen(true);
    } catch {
      void (await feedback.ready()).message.error('查找没能打开，请检查网络后重试');
    }
  };
  const close = (): void => {
    setOpen(false);
    // Once the palette is gone, which kept the focus to itself.
    requestAnimationFrame(() => before.current instanceof HTMLElement && before.current.focus());
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // A question that stands wants its answer first.
    if (![...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())) void show();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <BarButton
        icon={SearchOutlined}
        label="查找"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        title={`查找（${shortcut}）`}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => void show()}
      />
      {open && Palette !== undefined && <Palette routes={routes} onClose={close} />}
    </>
  );
}
