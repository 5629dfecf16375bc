import { codes } from '@back-office/contract/envelope.ts';
import type { LiveFrame } from '@back-office/contract/calls/live.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../request/api-error.ts';
import { LiveConnection, type LiveState } from './live-connection.ts';

/** The browser's socket, driven by the test. */
class FakeSocket {
  readyState = 1;
  sent: unknown[] = [];
  closedWith: number | undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1000): void {
    this.closedWith = code;
    this.onclose({ code });
  }
  say(frame: LiveFrame): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }
}

let sockets: FakeSocket[];
let states: LiveState[];
let frames: LiveFrame[];
let retries: number[];
let refusal: Error | undefined;
let connection: LiveConnection;
const last = (): FakeSocket => sockets.at(-1) as FakeSocket;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [sockets, states, frames, retries, refusal] = [[], [], [], [], undefined];
  connection = new LiveConnection({
    ticket: () => (refusal === undefined ? Promise.resolve('t.x') : Promise.reject(refusal)),
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    onState: (state) => states.push(state),
    onFrame: (frame) => frames.push(frame),
    onRetry: (at) => retries.push(at - Date.now()),
  });
  connection.connect();
  await pass(0);
});
afterEach(() => vi.useRealTimers());

describe('a live connection', () => {
  it('reports the time of the next retry, and none while it is connected', async () => {
    last().say({ code: 64 });
    expect([retries, connection.retryAt]).toEqual([[], undefined]);
    last().close(1006);
    expect(connection.retryAt).toBe(Date.now() + 1000);
    refusal = new ApiError('网络异常', { code: 0, status: 0 });
    await pass(1000);
    expect(retries).toEqual([1000, 3000]);
    connection.close();
    await pass(10_000);
    expect(retries).toHaveLength(2);
  });

  it('is connected once the server confirms it, and sends a heartbeat every 30 s', async () => {
    expect(states).toEqual(['connecting']);
    last().say({ code: 64 });
    expect(states).toEqual(['connecting', 'connected']);
    await pass(30_000);
    expect(last().sent).toEqual([{ code: 1, data: { tabs: 1 } }]);
    connection.setTabCount(3);
    expect(last().sent.at(-1)).toEqual({ code: 1, data: { tabs: 3 } });
  });

  it('reconnects after 1, 3, 5, 10, 60 and again 60 s, and starts over once connected', async () => {
    for (const seconds of [1, 3, 5, 10, 60, 60]) {
      const count = sockets.length;
      last().close(1006);
      expect(connection.state).toBe('disconnected');
      await pass(seconds * 1000 - 1);
      expect(sockets).toHaveLength(count);
      await pass(1);
      expect(sockets).toHaveLength(count + 1);
    }
    last().say({ code: 64 });
    last().close(1012);
    await pass(1000);
    expect(sockets).toHaveLength(8);
  });

  it('varies its reconnection delays by a tenth', async () => {
    vi.mocked(Math.random).mockReturnValue(0);
    last().close(1006);
    await pass(900);
    expect(sockets).toHaveLength(2);
  });

  it('reconnects at once when the network returns', async () => {
    for (let at = 0; at < 4; at++) {
      last().close(1006);
      connection.wake();
      await pass(0);
    }
    expect(sockets).toHaveLength(5);
    await pass(60_000);
    expect(sockets).toHaveLength(5);
  });

  it('asks for everything to be refetched after a gap, but not on the first connection', async () => {
    last().say({ code: 64 });
    expect(frames).toEqual([]);
    last().close(1006);
    await pass(1000);
    last().say({ code: 64 });
    expect(frames).toEqual([{ code: 67, data: { topic: 'all', within: expect.any(Number) } }]);
  });

  it('asks for everything to be refetched if the first connection was delayed, as pages have loaded meanwhile', async () => {
    last().close(1006);
    await pass(1000);
    last().say({ code: 64 });
    expect(frames).toEqual([{ code: 67, data: { topic: 'all', within: expect.any(Number) } }]);
  });

  it('drops a connection that has gone silent', async () => {
    last().say({ code: 64 });
    await pass(90_000);
    expect(last().closedWith).toBeDefined();
    await pass(1000);
    expect(sockets).toHaveLength(2);
  });

  it('drops a connection that the server does not confirm within 20 s, and retries it', async () => {
    await pass(19_999);
    expect(last().closedWith).toBeUndefined();
    await pass(1);
    expect(last().closedWith).toBeDefined();
    expect(states).toEqual(['connecting', 'disconnected']);
    await pass(1000);
    expect(sockets).toHaveLength(2);
    last().say({ code: 64 });
    await pass(29_000);
    expect([connection.state, last().closedWith]).toEqual(['connected', undefined]);
  });

  it('gives each attempt its whole time, however soon the one before was lost', async () => {
    await pass(15_000);
    last().close(1006);
    await pass(1000);
    await pass(19_000);
    expect(last().closedWith).toBeUndefined();
    await pass(1000);
    expect(last().closedWith).toBeDefined();
  });

  it('closes with code 3000 when closed on purpose, and is not retried', async () => {
    last().say({ code: 64 });
    connection.close();
    expect(last().closedWith).toBe(3000);
    expect(states).toEqual(['connecting', 'connected', 'disconnecting', 'disconnected']);
    await pass(600_000);
    expect(sockets).toHaveLength(1);
  });

  it('passes on the end of the session, and is not retried', async () => {
    last().say({ code: 64 });
    last().say({ code: 65, message: '账号已被停用', data: { reason: 'forced' } });
    last().close(4001);
    await pass(600_000);
    expect(frames).toEqual([{ code: 65, message: '账号已被停用', data: { reason: 'forced' } }]);
    expect(sockets).toHaveLength(1);
  });

  it.each([
    ['reports the end of the session, and does not retry, if the session has ended', codes.sessionEnded.code, [65], 0],
    ['does not retry if there is no session', codes.noSession.code, [], 0],
    ['does not retry if the password must be changed first, which gives new credentials', codes.mustChangePassword.code, [], 0],
    ['retries if a second factor must be set up first, as the session continues', codes.mustSetUpTwoFactor.code, [], 2],
    ['retries if the server cannot be reached', 0, [], 2],
  ])('%s', async (_name, code, told, more) => {
    refusal = new ApiError('您已被管理员强制下线', { code, status: 200 });
    last().close(1006);
    await pass(1000);
    refusal = undefined;
    await pass(3000);
    expect(frames.map((frame) => frame.code)).toEqual(told);
    expect(sockets).toHaveLength(more === 0 ? 1 : more);
  });
});
