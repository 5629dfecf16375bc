import { PrinterOutlined } from '@ant-design/icons-svg';
import { type ComponentType, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { listOnScreen } from '../../crud/lists/list-on-screen.ts';
import { virtualizeAbove } from '../../platform/ui/use-window.ts';
import type { List } from '../../crud/lists/use-list.ts';
import { useShortcut } from '../../platform/keyboard/shortcuts.ts';
import { BarButton } from '../../platform/ui/bar-button.tsx';
import { printing } from '../../platform/ui/printing.ts';
import { preparePrint } from './prepare-print.ts';
import type { PrintListProps } from './print-list-dialog.tsx';
import { countsOf } from './counts-of.ts';
import './print.css';

/**
 * 打印: prints the page, a list, a record or a notice, laid out for paper (print.css). For a list with more rows than it shows, or with ticked ones,
 * people choose which to print in `Dialog`, the `PrintListDialog`.
 */
export function PrintButton({ Dialog }: { Dialog: ComponentType<PrintListProps> }) {
  const [list, setList] = useState<List>();
  useEffect(preparePrint, []);
  useShortcut({ keys: ['Ctrl', 'P'], title: '打印', where: '全局' });
  const press = (): void => {
    const shown = listOnScreen.get();
    if (shown !== undefined && hasChoice(shown)) setList(shown);
    else print();
  };
  const ask = useEffectEvent(press);
  useEffect(() => printing.register(() => ask()), []);
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'p') return;
    event.preventDefault();
    press();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <BarButton className="shell-wide" icon={PrinterOutlined} label="打印" aria-keyshortcuts="Control+P" onClick={press} />
      {list !== undefined && (
        <Suspense>
          <Dialog list={list} onClose={() => setList(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** A record open beside the list is printed instead. */
function hasChoice(list: List): boolean {
  if (list.page.data === undefined || new URLSearchParams(location.search).has('record')) return false;
  const { shown, ticked, all } = countsOf(list);
  return ticked !== undefined || all !== undefined || shown > virtualizeAbove;
}
