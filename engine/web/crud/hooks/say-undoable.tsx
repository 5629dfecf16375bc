import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { typing, useCommandKey } from '../../platform/ui/shortcuts.ts';

/** Seconds that a change can be taken back from its message. */
const undoSeconds = 8;

/** Says what was done, with 撤销 beside it where that can be, by a press or by Ctrl+Z. `undo` says itself what became of it. */
export function sayUndoable(message: AntFeedback['message'], text: string, undo: (() => Promise<void>) | undefined): void {
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
  // Where somebody types, it takes back what was typed.
  useCommandKey('Z', { title: '撤销刚才的删除或修改', where: '列表' }, takeBack, typing);
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
