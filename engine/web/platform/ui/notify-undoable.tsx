import { useEffect } from 'react';
import type { AntFeedback } from '../feedback/antd-feedback.ts';
import { typing, useCommandKey } from '../keyboard/shortcuts.ts';

/** How long the message offers 撤销, in seconds. */
const undoSeconds = 8;

/** What can be undone now, the latest last. */
const undoable = new Set<() => void>();

/** Reports what was done, with 撤销 beside it, or Ctrl+Z, if it can be undone. `undo` reports its own result. */
export function notifyUndoable(message: AntFeedback['message'], text: string, undo: (() => Promise<void>) | undefined): void {
  if (undo === undefined) return void message.success(text);
  const key = `done-${Date.now()}`;
  const takeBack = (): void => {
    // The message is still there while it fades.
    if (!undoable.delete(takeBack)) return;
    message.destroy(key);
    // `undo` has shown the error itself.
    void undo().catch(() => undefined);
  };
  void message.open({ key, type: 'success', duration: undoSeconds, content: <Undoable text={text} takeBack={takeBack} /> });
}

function Undoable({ text, takeBack }: { text: string; takeBack: () => void }) {
  // While typing, Ctrl+Z undoes the typing.
  useCommandKey('Z', { title: '撤销刚才的删除或修改', where: '列表' }, () => [...undoable].at(-1)?.(), typing);
  useEffect(() => {
    undoable.add(takeBack);
    return () => void undoable.delete(takeBack);
  }, [takeBack]);
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
