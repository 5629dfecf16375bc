import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { useEffect, useEffectEvent } from 'react';
import { useShortcut } from '../../platform/ui/shortcuts.ts';

type Message = AntFeedback['message'];

/** Seconds that a change can be taken back from its message. */
const undoSeconds = 8;
/** Where Ctrl+Z takes back what was typed. */
const typing = 'input, textarea, select, [contenteditable=true]';

/** Says what was done, with 撤销 beside it where that can be, by a press or by Ctrl+Z. `undo` says itself what became of it. */
export function sayUndoable(message: Message, text: string, undo: (() => Promise<void>) | undefined): void {
  if (undo === undefined) return void message.success(text);
  const key = `done-${Date.now()}`;
  const takeBack = (): void => {
    message.destroy(key);
    // Who undoes has shown the error.
    void undo().catch(() => undefined);
  };
  void message.open({ key, type: 'success', duration: undoSeconds, content: <Undoable text={text} takeBack={takeBack} /> });
}

function Undoable({ text, takeBack }: { text: string; takeBack: () => void }) {
  useShortcut({ keys: ['Ctrl', 'Z'], title: '撤销刚才的删除或批量修改', where: '列表' });
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey || shiftKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest(typing) !== null) return;
    event.preventDefault();
    takeBack();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <span>{text}</span>
      <span aria-hidden="true"> · </span>
      <button type="button" className="link-button" aria-keyshortcuts="Control+Z" onClick={takeBack}>
        撤销
      </button>
    </>
  );
}
