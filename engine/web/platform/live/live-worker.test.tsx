import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveTicket } from '../../testing/stub-live.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { openConnection, type TabConnection } from './open-connection.ts';
import './live-worker.ts';

const told = { onState: () => undefined, onFrame: () => undefined, onRetry: () => undefined };
let opened: TabConnection[];
let sockets: FakeSocket[];

class FakeSocket {
  readyState = 1;
  readonly tabs: number[] = [];
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  constructor() {
    sockets.push(this);
  }
  send(text: string): void {
    this.tabs.push((JSON.parse(text) as { data: { tabs: number } }).data.tabs);
  }
  close(code = 1000): void {
    this.onclose({ code });
  }
}

/** The shared worker's code in this page, reached as a page reaches it. */
class WorkerHere extends EventTarget {
  readonly port: MessagePort;
  constructor() {
    super();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    dispatchEvent(new MessageEvent('connect', { ports: [port2] }));
  }
}

/** The numbers of tabs that were reported to the server. */
const tabs = (): number[] | undefined => sockets.at(-1)?.tabs;
const locks = async (): Promise<number> => ((await navigator.locks.query()).held ?? []).length;

let tokens = 0;
beforeEach(async () => {
  [opened, sockets] = [[], []];
  tokens += 1;
  stubServer(liveTicket);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('SharedWorker', WorkerHere);
  await expect.poll(locks).toBe(0);
});
afterEach(() => opened.forEach((connection) => connection.close()));

const open = (): void => void opened.push(openConnection(`worker-${tokens}`, told));

/** Two tabs on one connection. */
async function openTwo(): Promise<void> {
  open();
  await expect.poll(() => sockets.length).toBe(1);
  sockets[0]?.onmessage({ data: '{"code":64}' });
  open();
  await expect.poll(tabs).toEqual([2]);
}

test('a tab that says that it leaves is no longer counted, and keeps no lock', async () => {
  await openTwo();
  await expect.poll(locks).toBe(2);
  opened.pop()?.close();
  await expect.poll(tabs).toEqual([2, 1]);
  await expect.poll(locks).toBe(1);
});

test('a tab that the browser discards, or that crashes, is no longer counted', async () => {
  // Its locks are those of a frame, which ends without a word.
  const frame = document.body.appendChild(document.createElement('iframe'));
  const own = navigator.locks;
  open();
  await expect.poll(() => sockets.length).toBe(1);
  sockets[0]?.onmessage({ data: '{"code":64}' });
  await expect.poll(locks).toBe(1);
  const there = (frame.contentWindow as Window & typeof globalThis).navigator.locks;
  const request = vi
    .spyOn(own, 'request')
    .mockImplementationOnce(((name: string, hold: () => Promise<void>) => there.request(name, hold)) as typeof own.request);
  open();
  await expect.poll(tabs).toEqual([2]);
  await expect.poll(locks).toBe(2);
  request.mockRestore();
  frame.remove();
  await expect.poll(tabs).toEqual([2, 1]);
});

test('a tab that comes back from the back-forward cache stays counted', async () => {
  await openTwo();
  const show = (name: string): boolean => dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
  for (let times = 0; times < 3; times += 1) {
    show('pagehide');
    show('pageshow');
  }
  await expect.poll(locks).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 200));
  sockets.at(-1)?.onmessage({ data: '{"code":64}' });
  await expect.poll(() => tabs()?.at(-1)).toBe(2);
});

test('without locks, as over plain http, tabs are counted all the same', async () => {
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as never);
  await openTwo();
  opened.pop()?.close();
  await expect.poll(tabs).toEqual([2, 1]);
});

test('a tab that left before its lock was granted holds none: it would be taken for gone once it is back', async () => {
  let grant: (() => unknown) | undefined;
  vi.spyOn(navigator.locks, 'request').mockImplementation(((_name: string, callback: () => unknown) => {
    grant = callback;
    return new Promise(() => undefined);
  }) as never);
  const said = vi.spyOn(MessagePort.prototype, 'postMessage');
  open();
  dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(grant?.()).toBeUndefined();
  const kinds = said.mock.calls.map(([message]) => (message as { kind: string }).kind);
  expect(kinds.filter((kind) => kind !== 'state')).toEqual(['join', 'leave']);
});
