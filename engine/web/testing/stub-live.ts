import { liveCodes, type LiveFrame, type LiveTopic } from '@back-office/contract/calls/live.ts';
import { expect, vi } from 'vitest';
import { getAccessToken } from '../platform/request/access-token.ts';
import { liveStore } from '../platform/live/live-store.ts';

/** The server's end of the live socket, whose messages reach the rendered components. */
export interface LiveServer {
  send: (frame: LiveFrame) => void;
  /** Announces that something has changed (docs/wire.md "Live socket", 67). */
  change: (topic: LiveTopic, more?: { resource?: string; ids?: string[] }) => void;
  /** Drops the connection; it is retried after a second, and succeeds once the test calls `welcome`. Not retried with the code `liveClose.ended`. */
  lose: (code?: number) => void;
  welcome: () => void;
}

/** Connects the signed-in person over a socket whose other end the test controls. The test's answers must include a ticket: `...liveTicket`. */
export async function stubLive(): Promise<LiveServer> {
  const sockets: FakeSocket[] = [];
  vi.stubGlobal('SharedWorker', undefined);
  vi.stubGlobal(
    'WebSocket',
    class extends FakeSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    },
  );
  liveStore.start(getAccessToken() ?? '');
  await expect.poll(() => sockets.length).toBe(1);
  const send = (frame: LiveFrame): void => sockets.at(-1)?.onmessage({ data: JSON.stringify(frame) });
  const welcome = (): void => send({ code: liveCodes.signedIn });
  welcome();
  const lose = (code = 1006): void => sockets.at(-1)?.onclose({ code });
  return { send, lose, welcome, change: (topic, more = {}) => send({ code: liveCodes.changed, data: { topic, ...more } }) };
}

/** The answer that a connection starts with. */
export const liveTicket = { 'POST /api/live/ticket': { ticket: 't' } };

/** The parts of a socket that the connection uses. */
class FakeSocket {
  readyState = 1;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  send(): void {
    // Messages from the page are ignored.
  }
  close(code = 1000): void {
    this.onclose({ code });
  }
}
