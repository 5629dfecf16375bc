import type { LiveConnection } from './live-connection.ts';
import type { FromWorker, ToWorker } from './live-message.ts';
import { sessionConnection } from './session-connection.ts';

/*
 * Holds one connection for all tabs of a session (a SharedWorker). A tab joins with its token and leaves when it goes;
 * the last one to leave closes the connection. A tab that crashes or is discarded says nothing, but its lock is released.
 */

interface Group {
  connection: LiveConnection;
  ports: Set<MessagePort>;
}

const groups = new Map<string, Group>();
const tokens = new Map<MessagePort, string>();
/** The locks that the tabs hold. */
const locks = new Map<MessagePort, string>();

const say = (port: MessagePort, message: FromWorker): void => port.postMessage(message);

function join(port: MessagePort, token: string): void {
  if (tokens.get(port) === token) return;
  leave(port);
  tokens.set(port, token);
  const group = groups.get(token) ?? open(token);
  group.ports.add(port);
  group.connection.setTabCount(group.ports.size);
  group.connection.connect();
  const { state, over, retryAt } = group.connection;
  say(port, { kind: 'state', state, over });
  if (retryAt !== undefined) say(port, { kind: 'retry', at: retryAt });
}

function open(token: string): Group {
  const ports = new Set<MessagePort>();
  const tell = (message: FromWorker): void => ports.forEach((port) => say(port, message));
  const connection = sessionConnection(token, {
    onState: (state, over) => tell({ kind: 'state', state, over }),
    onRetry: (at) => tell({ kind: 'retry', at }),
    onFrame: (frame) => tell({ kind: 'frame', frame }),
  });
  const group = { connection, ports };
  groups.set(token, group);
  return group;
}

function leave(port: MessagePort): void {
  const token = tokens.get(port);
  tokens.delete(port);
  locks.delete(port);
  const group = token === undefined ? undefined : groups.get(token);
  if (token === undefined || group === undefined) return;
  group.ports.delete(port);
  if (group.ports.size > 0) return group.connection.setTabCount(group.ports.size);
  group.connection.close();
  groups.delete(token);
}

/** Lets the tab leave once its lock is released. A former lock of a tab that has come back says nothing. */
function watch(port: MessagePort, lock: string): void {
  if (!tokens.has(port)) return;
  locks.set(port, lock);
  void navigator.locks.request(lock, () => {
    if (locks.get(port) === lock) leave(port);
  });
}

function handleMessage(port: MessagePort, message: ToWorker): void {
  if (message.kind === 'join') join(port, message.token);
  else if (message.kind === 'hold') watch(port, message.lock);
  else if (message.kind === 'leave') leave(port);
  else groups.get(tokens.get(port) ?? '')?.connection.wake();
}

addEventListener('connect', (event) => {
  for (const port of event instanceof MessageEvent ? event.ports : [])
    port.onmessage = ({ data }: MessageEvent<ToWorker>) => handleMessage(port, data);
});
