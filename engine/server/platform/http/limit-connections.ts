import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../network-of.ts';
import type { Settings } from '../settings.ts';
import { trustFunction } from '../trusted-proxies.ts';
import { answerAndClose } from './answer-and-close.ts';
import { rawAnswer } from './raw-answer.ts';
import { Refusal } from './refusal.ts';

/**
 * Accepts at most `maxConnections` connections, `addressConnections` from one address, and from one /64 of IPv6 the
 * larger of that and a quarter of all, since a single host may have every address of a /64 (docs/hardening.md I10).
 * Further connections are answered with 50300 or 42900 and closed before a byte of them is read. A proxy of TRUST_PROXY serves many people, so only the first limit applies to it.
 */
export function limitConnections(
  app: FastifyInstance,
  { maxConnections, addressConnections: maxPerAddress, trustProxy }: Pick<Settings, 'maxConnections' | 'addressConnections' | 'trustProxy'>,
): void {
  const isProxy = proxyTest(trustProxy);
  const limits = { address: maxPerAddress, network: Math.max(maxPerAddress, Math.floor(maxConnections / 4)) };
  const counts = { address: new Map<string, number>(), network: new Map<string, number>() };
  let all = 0;
  const admit = (socket: Socket): Refusal | undefined => {
    // Empty if the connection has already closed.
    const address = socket.remoteAddress ?? '';
    if (all >= maxConnections) return new Refusal('unavailable', { message: '服务器连接已满，请稍后再试', retryAfter: 5 });
    const keys = { address, network: ipv6NetworkOf(address) };
    const isExempt = address === '' || isProxy(address);
    for (const by of ['address', 'network'] as const)
      if (!isExempt && keys[by] !== undefined && (counts[by].get(keys[by]) ?? 0) >= limits[by]) return tooMany(by, limits[by]);
    all += 1;
    for (const by of ['address', 'network'] as const) count(counts[by], keys[by], 1);
    socket.once('close', () => {
      all -= 1;
      for (const by of ['address', 'network'] as const) count(counts[by], keys[by], -1);
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

/** The /64 of an IPv6 address; undefined for IPv4, where neighbours are other people's. */
const ipv6NetworkOf = (address: string): string | undefined => {
  const network = networkOf(address);
  return network.includes(':') ? network.toLowerCase() : undefined;
};

function count(counts: Map<string, number>, key: string | undefined, by: 1 | -1): void {
  if (key === undefined) return;
  const next = (counts.get(key) ?? 0) + by;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}

const tooMany = (by: 'address' | 'network', limit: number): Refusal =>
  new Refusal('tooMany', {
    message: `来自同一${by === 'address' ? '地址' : '网络'}的连接不能超过 ${grouped(limit)} 个，请稍后再试`,
    retryAfter: 5,
  });

function refuse(socket: Socket, refusal: Refusal): void {
  socket.on('error', () => undefined);
  answerAndClose(socket, rawAnswer(refusal.status, refusal.envelope(), { 'Retry-After': String(refusal.retryAfter ?? 5) }));
}

/** Whether a connection comes from a trusted proxy. */
function proxyTest(trustProxy: Settings['trustProxy']): (address: string) => boolean {
  const trust = trustFunction(trustProxy);
  return (address) => trust !== false && trust(address, 0);
}
