import { WebSocket } from 'ws';

/* Many clients in a separate process: opens `tokens` sockets, and reports when each of them has received the awaited frame. */
interface Order {
  port: number;
  tokens: string[];
}

const open: WebSocket[] = [];
let frameCounts: Record<number, number> = {};
process.on('message', (message: Order | { reset: true }) => {
  if ('reset' in message) frameCounts = {};
  else void openAll(message);
});
process.on('disconnect', () => process.exit(0));

async function openAll({ port, tokens }: Order): Promise<void> {
  for (let at = 0; at < tokens.length; at += 50) await Promise.all(tokens.slice(at, at + 50).map((token) => openOne(port, token)));
  process.send?.({ opened: tokens.length });
}

function openOne(port: number, token: string): Promise<void> {
  // Many addresses of the loopback network: one has too few ports.
  const host = `127.0.0.${1 + (open.length % 4)}`;
  const socket = new WebSocket(`ws://${host}:${port}/api/live?token=${token}`, { perMessageDeflate: false });
  open.push(socket);
  return new Promise((done, fail) => {
    socket.on('error', fail);
    socket.on('message', (data: Buffer) => {
      const { code } = JSON.parse(data.toString()) as { code: number };
      if (code === 64) return done();
      frameCounts[code] = (frameCounts[code] ?? 0) + 1;
      if (code === 65 || frameCounts[code] === open.length) process.send?.({ code, count: frameCounts[code], at: Date.now() });
    });
  });
}
