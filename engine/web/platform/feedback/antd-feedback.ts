import type AppContext from 'antd/es/app/context';
import type { ContextType } from 'react';

/** antd's messages, notifications and dialogs. */
export type AntFeedback = ContextType<typeof AppContext>;

type Message = AntFeedback['message'];
type Say = Exclude<keyof Message, 'destroy'>;
type Modal = AntFeedback['modal'];
type Opened = ReturnType<Modal['confirm']>;
type Shown = ReturnType<Message['open']>;
type Tell = AntFeedback['notification']['open'];

/* oxlint-disable unicorn/no-thenable, promise/no-callback-in-promise -- antd's results are thenable, and so must be their stand-ins */

/** Queues messages and dialogs until antd's code has loaded; afterwards passes them straight to antd. */
export function queuedFeedback(ready: () => Promise<AntFeedback>, getLoaded: () => AntFeedback | undefined): AntFeedback {
  const showMessage = (call: (message: Message) => Shown): Shown => {
    const now = getLoaded();
    if (now !== undefined) return call(now.message);
    const shown = ready().then(({ message }) => ({ hide: call(message) }));
    const waitUntilHidden = async (): Promise<boolean> => await (await shown).hide;
    const over = waitUntilHidden();
    return Object.assign(() => void shown.then(({ hide }) => hide()), { then: over.then.bind(over) });
  };
  const messageMethod =
    (name: Exclude<Say, 'open'>): Message['info'] =>
    (...given) =>
      showMessage((message) => message[name](...given));
  const dialogMethod =
    (name: keyof Modal): Modal['confirm'] =>
    (props) => {
      const now = getLoaded();
      if (now !== undefined) return now.modal[name](props);
      const opened = ready().then(({ modal }) => ({ dialog: modal[name](props) }));
      const answer = async (): Promise<boolean> => await (await opened).dialog;
      const later: Opened = {
        destroy: () => void opened.then(({ dialog }) => dialog.destroy()),
        update: (next) => void opened.then(({ dialog }) => dialog.update(next)),
        then: (done) => answer().then(done),
      };
      return later;
    };
  const notificationMethod =
    (name: 'open' | 'success' | 'error' | 'info' | 'warning'): Tell =>
    (given) =>
      void ready().then(({ notification }) => notification[name](given));
  return {
    message: {
      open: (given) => showMessage((message) => message.open(given)),
      success: messageMethod('success'),
      error: messageMethod('error'),
      info: messageMethod('info'),
      warning: messageMethod('warning'),
      loading: messageMethod('loading'),
      destroy: (key) => void ready().then(({ message }) => message.destroy(key)),
    },
    modal: {
      confirm: dialogMethod('confirm'),
      info: dialogMethod('info'),
      success: dialogMethod('success'),
      error: dialogMethod('error'),
      warning: dialogMethod('warning'),
    },
    notification: {
      open: notificationMethod('open'),
      success: notificationMethod('success'),
      error: notificationMethod('error'),
      info: notificationMethod('info'),
      warning: notificationMethod('warning'),
      destroy: (key) => void ready().then(({ notification }) => notification.destroy(key)),
    },
  };
}
