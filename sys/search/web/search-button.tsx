import { SearchOutlined } from '@ant-design/icons-svg';
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { feedback } from '@back-office/web/platform/feedback/feedback.ts';
import { BarButton } from '@back-office/web/platform/ui/bar-button.tsx';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { useShortcut } from '@back-office/web/platform/keyboard/shortcuts.ts';
import type { CommandPalette } from './command-palette.tsx';
import { PaletteWaiting } from './palette-waiting.tsx';
import { ShortcutsHelp } from './shortcuts-help.tsx';

const load = () => import('./command-palette.tsx');

const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Opens the palette, by a click or by Ctrl or ⌘ and K anywhere. */
export function SearchButton({ routes }: { routes: readonly RouteRecord[] }) {
  const [open, setOpen] = useState(false);
  // Not with `lazy`: a chunk that fails to load must not take the pages with it.
  const [Palette, setPalette] = useState<ComponentType<ComponentProps<typeof CommandPalette>>>();
  const [typed, setTyped] = useState('');
  const opening = useRef<{ before: Element | null }>(undefined);
  const show = async (): Promise<void> => {
    if (open) return;
    const mine = { before: document.activeElement };
    opening.current = mine;
    // Synchronously: further keys are meant for the palette, and must not reach a form.
    flushSync(() => {
      setTyped('');
      setOpen(true);
    });
    try {
      const found = await load();
      setPalette(() => found.CommandPalette);
    } catch {
      // It was closed before its code had loaded.
      if (opening.current !== mine) return;
      close();
      void (await feedback.ready()).message.error('查找打开失败，请检查网络后重试');
    }
  };
  const close = (): void => {
    const before = opening.current?.before;
    opening.current = undefined;
    setOpen(false);
    // After the palette is gone, which traps the focus.
    requestAnimationFrame(() => before instanceof HTMLElement && before.focus());
  };
  useShortcut({ keys: [modifier, 'K'], title: '查找，或做一件事', where: '全局' });
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // An open confirmation must be answered first.
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
        title={`查找（${modifier} K）`}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => void show()}
      />
      {open &&
        (Palette === undefined ? (
          <PaletteWaiting typed={typed} onType={setTyped} onClose={close} />
        ) : (
          <Palette routes={routes} typed={typed} onClose={close} />
        ))}
      <ShortcutsHelp />
    </>
  );
}
