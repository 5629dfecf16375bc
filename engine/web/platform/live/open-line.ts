import type { LiveParts } from './live-connection.ts';
import type { FromWorker, ToWorker } from './live-message.ts';
import { sessionConnection } from './session-connection.ts';

/** A tab's line to the connection, wherever that is held. */
export interface Line {
  close: () => void;
}

type Told = Pick<LiveParts, 'onState' | 'onFrame'>;

/** Opens the line of a tab: over the worker that all tabs of this browser share, or over a socket of its own. */
export function openLine(token: string, told: Told): Line {
  if (typeof SharedWorker === 'undefined') return ownLine(token, told);
  let own: Line | undefined;
  const shared = sharedLine(token, told, () => {
    own ??= ownLine(token, told);
  });
  return { close: () => (own ?? shared).close() };
}

function sharedLine(token: string, { onState, onFrame }: Told, onFailure: () => void): Line {
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: 'live' });
  const say = (message: ToWorker): void => worker.port.postMessage(message);
  worker.addEventListener('error', onFailure);
  worker.port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'state') onState(data.state);
    else onFrame(data.frame);
  };
  say({ kind: 'join', token });
  const forget = onReturn(() => say({ kind: 'wake' }));
  // A page that is kept for the way back is not an open tab.
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

function ownLine(token: string, told: Told): Line {
  const connection = sessionConnection(token, told);
  connection.connect();
  const forget = onReturn(() => connection.wake());
  return {
    close: () => {
      forget();
      connection.close();
    },
  };
}

/** Calls when the network or the page comes back; gives the way to stop that. */
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
