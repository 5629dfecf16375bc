import type { LiveParts } from './live-connection.ts';
import type { FromWorker, ToWorker } from './live-message.ts';
import { sessionConnection } from './session-connection.ts';

/** A tab's handle of the live connection, wherever that is held. */
export interface TabConnection {
  close: () => void;
}

type Handlers = Pick<LiveParts, 'onState' | 'onFrame'>;

/** Connects a tab: over the worker that all tabs of this browser share, or over a socket of its own. */
export function openConnection(token: string, handlers: Handlers): TabConnection {
  if (typeof SharedWorker === 'undefined') return ownConnection(token, handlers);
  let own: TabConnection | undefined;
  const shared = sharedConnection(token, handlers, () => {
    own ??= ownConnection(token, handlers);
  });
  return { close: () => (own ?? shared).close() };
}

function sharedConnection(token: string, { onState, onFrame }: Handlers, onFailure: () => void): TabConnection {
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: 'live' });
  const say = (message: ToWorker): void => worker.port.postMessage(message);
  worker.addEventListener('error', onFailure);
  worker.port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'state') onState(data.state);
    else onFrame(data.frame);
  };
  say({ kind: 'join', token });
  const forget = onReturn(() => say({ kind: 'wake' }));
  // A page in the browser's back-forward cache is not an open tab.
  const hide = (): void => say({ kind: 'leave' });
  const show = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) say({ kind: 'join', token });
  };
  addEventListener('pagehide', hide);
  addEventListener('pageshow', show);
  return {
    close: () => {
      forget();
      removeEventListener('pagehide', hide);
      removeEventListener('pageshow', show);
      hide();
      worker.port.close();
    },
  };
}

function ownConnection(token: string, handlers: Handlers): TabConnection {
  const connection = sessionConnection(token, handlers);
  connection.connect();
  const forget = onReturn(() => connection.wake());
  return {
    close: () => {
      forget();
      connection.close();
    },
  };
}

/** Calls when the network or the page comes back; gives a function that stops it. */
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
