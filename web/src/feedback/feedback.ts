import type { App } from 'antd';
import type { Notify } from '../request/notify.ts';

/** antd's messages and dialogs, and what the request layer asks of the person. */
export interface Feedback extends ReturnType<typeof App.useApp> {
  notify: Notify;
  /** Opens the dialog that signs in over the page, which stays; true when there are new credentials. */
  signInAgain: () => Promise<boolean>;
}

let asked = 0;
let lent: Feedback | undefined;
let waiting: ((there: Feedback) => void)[] = [];
const listeners = new Set<() => void>();

/**
 * antd's messages and dialogs for the shell, which is there before antd is (layout/ant-root.tsx): whoever has something
 * to say waits for it, and has it fetched.
 */
export const feedback = {
  /** How often it was asked for and not there; a fetch that failed is tried again with the next. */
  asked: (): number => asked,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  ready: (): Promise<Feedback> => {
    if (lent !== undefined) return Promise.resolve(lent);
    asked += 1;
    for (const listener of listeners) listener();
    return new Promise((resolve) => waiting.push(resolve));
  },
  lend: (there: Feedback): void => {
    lent = there;
    for (const resolve of waiting) resolve(there);
    waiting = [];
  },
};
