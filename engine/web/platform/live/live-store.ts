import { recordIn } from '@back-office/contract/record-in.ts';
import { type ChangedData, type EndedData, liveCodes, type LiveFrame, type LiveTopic } from '@back-office/contract/calls/live.ts';
import { createStore } from '../store/create-store.ts';
import { catchUpMs, type LiveState } from './live-connection.ts';
import { openConnection, type TabConnection } from './open-connection.ts';

/** What can be listened to: a topic of a frame 67, a notice (66), followed by `msg` for its lists, or that the session is over (65). The topic `all` is announced to listeners of each. */
export interface LiveEvents extends Record<LiveTopic, ChangedData> {
  notice: unknown;
  ended: { message: string; reason: EndedData['reason'] };
}
export type LiveName = keyof LiveEvents;
type Listener<Name extends LiveName> = (data: LiveEvents[Name]) => void;

/** The connection's state; `lostAt` (milliseconds since 1970) until it is connected again, `retryAt` while it is retried, `over` when it no longer is. */
export interface Line {
  readonly state: LiveState;
  readonly lostAt?: number;
  readonly retryAt?: number;
  readonly over?: true;
}

const line = createStore<Line>({ state: 'disconnected' });
let connection: TabConnection | undefined;
let connectedToken: string | undefined;
let over = false;
const listeners = new Map<LiveName, Set<Listener<never>>>();
/** Cancels delayed notifications, so that listeners registered after `stop` receive none. */
const delayed = new Set<ReturnType<typeof setTimeout>>();

const emit = <Name extends LiveName>(name: Name, data: LiveEvents[Name]): void =>
  listeners.get(name)?.forEach((listener) => (listener as Listener<Name>)(data));

function handleFrame({ code, message = '', data }: LiveFrame): void {
  if (code === liveCodes.notice) {
    emit('notice', data);
    const { within } = recordIn(data);
    return emitDelayed({ topic: 'msg', within: typeof within === 'number' ? within : 0 });
  }
  if (code === liveCodes.changed) return emitDelayed(data as ChangedData);
  if (code !== liveCodes.ended) return;
  const { reason } = recordIn(data);
  emit('ended', { message, reason: reason === 'signedOut' || reason === 'expired' ? reason : 'forced' });
}

/** Where many clients are notified at once, each reloads after a random delay. */
function emitDelayed(data: ChangedData): void {
  const names = data.topic === 'all' ? [...listeners.keys()].filter((name) => name !== 'notice' && name !== 'ended') : [data.topic];
  const timer = setTimeout(
    () => {
      delayed.delete(timer);
      names.forEach((name) => emit(name, data));
    },
    Math.random() * (data.within ?? 0),
  );
  delayed.add(timer);
}

/** The live connection of this tab's session. */
export const liveStore = {
  get: (): LiveState => line.get().state,
  line: line.get,
  subscribe: line.subscribe,
  /** Retries at once instead of waiting for the next attempt. */
  wake: (): void => connection?.wake(),
  /** True once the user was told that someone else ended the session, so that nothing else reports it. */
  isOver: (): boolean => over,
  markOver: (): void => {
    over = true;
  },
  on: <Name extends LiveName>(name: Name, listener: Listener<Name>): (() => void) => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known.add(listener));
    return () => known.delete(listener);
  },
  /** Connects with this token; in place of another one if the same person has a new session. */
  start: (token: string): void => {
    if (connectedToken === token) return;
    // The new session watches no records yet, and what happened before it is connected is not announced to it.
    let hasMissed = connectedToken !== undefined;
    connection?.close();
    connectedToken = token;
    const { lostAt = Date.now() } = line.get();
    if (hasMissed) line.set({ state: 'disconnected', lostAt });
    else line.setQuietly({ state: 'disconnected' });
    over = false;
    connection = openConnection(token, {
      onState: (state, isOver) => {
        if (connectedToken !== token) return;
        // Keeps the time of the loss across failed attempts and a new session, until it is connected again.
        const { lostAt: since = Date.now() } = line.get();
        line.set(isOver ? { state, lostAt: since, over: true } : { ...(state === 'connected' ? {} : line.get()), state });
        if (state !== 'connected' || !hasMissed) return;
        hasMissed = false;
        emitDelayed({ topic: 'all', within: catchUpMs });
      },
      onRetry: (retryAt) => {
        if (connectedToken !== token) return;
        // After an attempt that failed, the connection announces it itself.
        hasMissed = false;
        line.set({ lostAt: Date.now(), ...line.get(), retryAt });
      },
      onFrame: (frame) => {
        if (connectedToken === token) handleFrame(frame);
      },
    });
  },
  stop: (): void => {
    connection?.close();
    delayed.forEach(clearTimeout);
    delayed.clear();
    connection = connectedToken = undefined;
    // The page is about to be replaced.
    line.setQuietly({ state: 'disconnected' });
  },
};
