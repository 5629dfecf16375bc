import { newKey } from '../request/new-key.ts';
import type { LiveParts } from './live-connection.ts';
import type { FromWorker, ToWorker } from './live-message.ts';
import { sessionConnection } from './session-connection.ts';

/** A tab's handle of the live connection, wherever that is held. */
export interface TabConnection {
  /** Retries at once instead of waiting for the next attempt. */
  wake: () => void;
  close: () => void;
}

type Handlers = Required<Pick<LiveParts, 'onState' | 'onFrame' | 'onRetry'>>;

/** Connects a tab: over the worker that all tabs of this browser share, or over a socket of its own. */
export function openConnection(token: string, handlers: Handlers): TabConnection {
  if (typeof SharedWorker === 'undefined') return ownConnection(token, handlers);
  let own: TabConnection | undefined;
  try {
    const shared = sharedConnection(token, handlers, () => {
      own ??= ownConnection(token, handlers);
    });
    return { wake: () => (own ?? shared).wake(), close: () => (own ?? shared).close() };
  } catch {
    // A browser that blocks storage also blocks shared workers.
    return ownConnection(token, handlers);
  }
}

function sharedConnection(token: string, { onState, onFrame, onRetry }: Handlers, onFailure: () => void): TabConnection {
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: 'live' });
  const say = (message: ToWorker): void => worker.port.postMessage(message);
  worker.addEventListener('error', onFailure);
  worker.port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'state') onState(data.state, data.over);
    else if (data.kind === 'retry') onRetry(data.at);
    else onFrame(data.frame);
  };
  let release = (): void => undefined;
  const join = (): void => {
    say({ kind: 'join', token });
    release = holdLock((lock) => say({ kind: 'hold', lock }));
  };
  join();
  const wake = (): void => say({ kind: 'wake' });
  const forget = onReturn(wake);
  // A page in the browser's back-forward cache is not an open tab.
  const leave = (): void => {
    say({ kind: 'leave' });
    release();
  };
  const rejoin = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) join();
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', rejoin);
  return {
    wake,
    close: () => {
      forget();
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', rejoin);
      leave();
      worker.port.close();
    },
  };
}

/** Holds a lock, by which the worker learns of a tab that is gone without a word; returns a function that releases it. None over plain http. */
function holdLock(onHeld: (lock: string) => void): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { locks }: { locks?: LockManager } = navigator;
  const lock = newKey();
  let isReleased = false;
  const held = locks?.request(lock, () => {
    // Released before it was granted: the worker would take the tab for gone, which may have come back by now.
    if (isReleased) return undefined;
    onHeld(lock);
    return promise;
  });
  // Refused where storage is blocked.
  held?.catch(() => undefined);
  return () => {
    isReleased = true;
    resolve();
  };
}

function ownConnection(token: string, handlers: Handlers): TabConnection {
  const connection = sessionConnection(token, handlers);
  connection.connect();
  const wake = (): void => connection.wake();
  const forget = onReturn(wake);
  return {
    wake,
    close: () => {
      forget();
      connection.close();
    },
  };
}

/** Calls back when the network or the page comes back; returns a function that stops it. */
function onReturn(call: () => void): () => void {
  const visible = (): void => {
    if (document.visibilityState === 'visible') call();
  };
  addEventListener('online', call);
  document.addEventListener('visibilitychange', visible);
  return () => {
    removeEventListener('online', call);
    document.removeEventListener('visibilitychange', visible);
  };
}
