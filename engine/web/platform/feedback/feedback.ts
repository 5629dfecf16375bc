import type { Notify } from '../request/notify.ts';
import { createStore } from '../store/create-store.ts';
import type { AntFeedback } from './antd-feedback.ts';

/** antd's messages and dialogs, and the dialogs that the request layer opens. */
export interface Feedback extends AntFeedback {
  notify: Notify;
  /** Opens the dialog that signs in over the page, which stays; true when there are new credentials. */
  signInAgain: () => Promise<boolean>;
}

const asked = createStore(0);
let provided: Feedback | undefined;
let waiting: ((there: Feedback) => void)[] = [];

/**
 * antd's messages and dialogs for the shell, which is rendered before antd has loaded (antd/ant-root.tsx): callers wait
 * for antd, and trigger its download.
 * @example
 * const tell = async () => (await feedback.ready()).message.success('已寄出');
 */
export const feedback = {
  /** Counts failed fetches; a fetch that failed is retried with the next message. */
  asked: asked.get,
  subscribe: asked.subscribe,
  /** The registered value, if any. */
  there: (): Feedback | undefined => provided,
  ready: (): Promise<Feedback> => {
    if (provided !== undefined) return Promise.resolve(provided);
    asked.set(asked.get() + 1);
    return new Promise((resolve) => waiting.push(resolve));
  },
  /** Returns a function that unregisters it. */
  lend: (there: Feedback): (() => void) => {
    provided = there;
    for (const resolve of waiting) resolve(there);
    waiting = [];
    return () => {
      if (provided === there) provided = undefined;
    };
  },
};
