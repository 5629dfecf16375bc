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
  say({ kind: 'join', token });
  const wake = (): void => say({ kind: 'wake' });
  const forget = onReturn(wake);
  // A page in the browser's back-forward cache is not an open tab.
  const leave = (): void => say({ kind: 'leave' });
  const rejoin = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) say({ kind: 'join', token });
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
