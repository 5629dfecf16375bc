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
export function queuedFeedback(ready: () => Promise<AntFeedback>, there: () => AntFeedback | undefined): AntFeedback {
  const said = (call: (message: Message) => Shown): Shown => {
    const now = there();
    if (now !== undefined) return call(now.message);
    const shown = ready().then(({ message }) => ({ hide: call(message) }));
    const gone = async (): Promise<boolean> => await (await shown).hide;
    const over = gone();
    return Object.assign(() => void shown.then(({ hide }) => hide()), { then: over.then.bind(over) });
  };
  const say =
    (name: Exclude<Say, 'open'>): Message['info'] =>
    (...given) =>
      said((message) => message[name](...given));
  const ask =
    (name: keyof Modal): Modal['confirm'] =>
    (props) => {
      const now = there();
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
  const tell =
    (name: 'open' | 'success' | 'error' | 'info' | 'warning'): Tell =>
    (given) =>
      void ready().then(({ notification }) => notification[name](given));
  return {
    message: {
      open: (given) => said((message) => message.open(given)),
      success: say('success'),
      error: say('error'),
      info: say('info'),
      warning: say('warning'),
      loading: say('loading'),
      destroy: (key) => void ready().then(({ message }) => message.destroy(key)),
    },
    modal: { confirm: ask('confirm'), info: ask('info'), success: ask('success'), error: ask('error'), warning: ask('warning') },
    notification: {
      open: tell('open'),
      success: tell('success'),
      error: tell('error'),
      info: tell('info'),
      warning: tell('warning'),
      destroy: (key) => void ready().then(({ notification }) => notification.destroy(key)),
    },
  };
}
