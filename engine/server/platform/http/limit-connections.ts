import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import { trustFunction } from '../trusted-proxies.ts';
import { rawAnswer } from './raw-answer.ts';
import { Refusal } from './refusal.ts';

/** How long a refused client may take to read the answer. */
const farewellMs = 1_000;

/**
 * Accepts at most `maxConnections`, and `addressConnections` from one address (docs/hardening.md I10): any more are
 * answered with 50300 or 42900 and closed, before a byte of them is read. A proxy of TRUST_PROXY serves many people
 * from one address, so only the first limit applies to it.
 */
export function limitConnections(
  app: FastifyInstance,
  { maxConnections, addressConnections: maxPerAddress, trustProxy }: Pick<Settings, 'maxConnections' | 'addressConnections' | 'trustProxy'>,
): void {
  const isProxy = proxyTest(trustProxy);
  const counts = new Map<string, number>();
  let all = 0;
  const admit = (socket: Socket): Refusal | undefined => {
    // Empty if the connection has already closed.
    const address = socket.remoteAddress ?? '';
    if (all >= maxConnections) return new Refusal('unavailable', { message: '服务器连接已满，请稍后再试', retryAfter: 5 });
    const count = (counts.get(address) ?? 0) + 1;
    if (count > maxPerAddress && address !== '' && !isProxy(address))
      return new Refusal('tooMany', { message: `来自同一地址的连接不能超过 ${grouped(maxPerAddress)} 个，请稍后再试`, retryAfter: 5 });
    all += 1;
    counts.set(address, count);
    socket.once('close', () => {
      all -= 1;
      const remaining = (counts.get(address) ?? 1) - 1;
      if (remaining > 0) counts.set(address, remaining);
      else counts.delete(address);
    });
    return undefined;
  };
  // Before Node's own listener, which passes the connection to a parser.
  const { server } = app;
  const nodeListeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const refusal = admit(socket);
    if (refusal === undefined) for (const listener of nodeListeners) listener.call(server, socket);
    else refuse(socket, refusal);
  });
}

function refuse(socket: Socket, refusal: Refusal): void {
  socket.on('error', () => undefined);
  // The client's data is read and discarded, so that its system does not drop the answer.
  socket.resume();
  socket.end(rawAnswer(refusal.status, refusal.envelope(), { 'Retry-After': String(refusal.retryAfter ?? 5) }));
  setTimeout(() => socket.destroy(), farewellMs).unref();
}

/** Whether a connection comes from a trusted proxy. */
function proxyTest(trustProxy: Settings['trustProxy']): (address: string) => boolean {
  const trust = trustFunction(trustProxy);
  return (address) => trust !== false && trust(address, 0);
}
