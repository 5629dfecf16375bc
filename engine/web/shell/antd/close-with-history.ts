import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { focusHeading } from '../../platform/keyboard/focus-heading.ts';

type Modal = AntFeedback['modal'];
type Opened = ReturnType<Modal['confirm']>;

/* oxlint-disable unicorn/no-thenable, promise/no-callback-in-promise -- antd's results are thenable, and so must be their stand-ins */

/**
 * The same feedback, with dialogs that are cancelled when the person goes back or forward: their subject is no longer on screen. Those that Escape does
 * not close (`keyboard: false`) stay: what they show may be lost with them. `listen` starts this and returns a function that stops it.
 */
export function closeWithHistory(feedback: AntFeedback): { feedback: AntFeedback; listen: () => () => void } {
  const open = new Set<() => void>();
  const ask =
    (name: keyof Modal): Modal['confirm'] =>
    (props) => {
      const left = Promise.withResolvers<boolean>();
      let gone = false;
      const cancel = (): void => {
        gone = true;
        if (props.keyboard === false) return;
        dialog.destroy();
        props.onCancel?.();
        left.resolve(false);
      };
      const afterClose = (): void => {
        open.delete(cancel);
        props.afterClose?.();
        if (gone) focusHeadingIfLost();
      };
      const dialog: Opened = feedback.modal[name]({ ...props, afterClose });
      open.add(cancel);
      return {
        destroy: () => dialog.destroy(),
        update: (config) => dialog.update(config),
        then: (done) => Promise.race([dialog, left.promise]).then(done),
      };
    };
  const modal = { confirm: ask('confirm'), info: ask('info'), success: ask('success'), error: ask('error'), warning: ask('warning') };
  const listen = (): (() => void) => {
    const cancelAll = (): void => [...open].forEach((cancel) => cancel());
    addEventListener('popstate', cancelAll);
    return () => removeEventListener('popstate', cancelAll);
  };
  return { feedback: { ...feedback, modal }, listen };
}

/** A closed dialog returns the focus to its opener a few frames later; if the opener is gone, the heading gets it. */
function focusHeadingIfLost(frames = 10): void {
  if (document.activeElement === document.body) focusHeading();
  else if (frames > 0) requestAnimationFrame(() => focusHeadingIfLost(frames - 1));
}
