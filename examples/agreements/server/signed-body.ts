import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { Refusal } from 'back-office/server';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';

/** The bytes of a body as they came: the sender signs these, and the same JSON can be written in other bytes. */
const bodies = new WeakMap<FastifyRequest, Buffer[]>();

/** Keeps the bytes of a body for `requireSigned`. The call itself limits how many they are. */
export const keepBytes: preParsingAsyncHookHandler = async (request, _reply, body) => {
  const kept: Buffer[] = [];
  bodies.set(request, kept);
  return Readable.from(passOn(body, kept));
};

async function* passOn(body: AsyncIterable<Buffer | string>, kept: Buffer[]): AsyncGenerator<Buffer> {
  for await (const bytes of body) {
    kept.push(Buffer.from(bytes));
    yield Buffer.from(bytes);
  }
}

/**
 * The id of a delivery that is signed with this key (https://www.standardwebhooks.com). Refuses with 40010 (HTTP 400) one that is not, and one that was signed
 * more than five minutes ago, which somebody may have recorded.
 */
export function requireSigned(request: FastifyRequest, key: string, now: Date): string {
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(request.headers[`webhook-${name}`] ?? ''));
  const isCurrent = Math.abs(now.getTime() / 1000 - Number(at)) <= 300;
  const mac = createHmac('sha256', Buffer.from(key.replace(/^whsec_/, ''), 'base64')).update(`${id}.${at}.`);
  const expected = mac.update(Buffer.concat(bodies.get(request) ?? [])).digest();
  const isSigned = signatures?.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isCurrent || isSigned !== true || id === undefined || id === '') throw new Refusal('malformed', { message: '签名不正确或已过期' });
  return id;
}
