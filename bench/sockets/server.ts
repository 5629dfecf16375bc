import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import { createApp } from '../../app/server/app.ts';
import { openDatabase } from '../../engine/server/platform/database/open-database.ts';
import { folderStorage } from '../../engine/server/platform/storage/folder-storage.ts';
import { readSettings } from '../../engine/server/platform/settings.ts';

/*
 * One node of the benchmark in a separate process: the product (`ours <url>`), or the bare library (`bare`). Messages of the
 * parent: `held` returns its memory, `delay` the longest block of its event loop since the last time, `all` sends one frame to
 * every socket of the bare one.
 */
const [, , kind, url] = process.argv;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const bare = kind === 'bare' ? bareServer() : undefined;
const port = bare === undefined ? await ours(url ?? '') : await bare.listen();
process.send?.({ port });
process.on('message', (asked: string) => void answer(asked));
process.on('disconnect', () => process.exit(0));

async function answer(asked: string): Promise<void> {
  if (asked === 'held') {
    for (let round = 0; round < 4; round += 1) {
      (globalThis as { gc?: () => void }).gc?.();
      await wait(100);
    }
    process.send?.({ held: process.memoryUsage().rss });
  } else if (asked === 'delay') {
    process.send?.({ delay: delay.max / 1e6 });
    delay.reset();
  } else bare?.all();
}

async function ours(address: string): Promise<number> {
  const log = pino({ level: 'error' });
  const database = await openDatabase({ url: address, dataDir: '', timeZone: 'Asia/Shanghai', log });
  const storage = await folderStorage(join(tmpdir(), 'back-office-bench-files'));
  const app = await createApp({
    database,
    storage,
    settings: readSettings({ TRUST_PROXY: 'on' }),
    log,
    clock: () => new Date(),
    webRoot: undefined,
  });
  await app.listen({ host: '0.0.0.0', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

function bareServer() {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.on('message', () => socket.send('{"code":1}'));
    socket.send('{"code":64}');
  });
  const text = JSON.stringify({ code: 67, data: { topic: 'msg' } });
  return {
    all: () => {
      for (const socket of sockets.clients) if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    listen: () => new Promise<number>((found) => http.listen(0, '0.0.0.0', () => found((http.address() as AddressInfo).port))),
  };
}
