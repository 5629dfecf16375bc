import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

const unpack = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

/**
 * Unpacks bodies that say that they are packed, as far as their call takes them in; 40010 for one that is not, and, with what is
 * unpacked, for one that is packed in another way. The request itself stays whole where unpacking fails: with it the connection would end, and its sender saw no answer.
 */
export function packedBody(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, body) => {
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
    if (encoding === 'identity') return body;
    if (encoding !== 'gzip' && encoding !== 'deflate' && encoding !== 'br')
      throw new Refusal('malformed', { message: '请求内容的压缩方式（Content-Encoding）只能是 gzip、deflate 或 br' });
    // By this name Fastify asks how long the body was as it came.
    const unpacked = Object.assign(unpack[encoding](), { receivedEncodedLength: 0 });
    // It may fail after its call was refused for another reason, when nobody listens: unheard it would end the process.
    unpacked.on('error', () => undefined);
    body.on('data', (bytes: Buffer) => (unpacked.receivedEncodedLength += bytes.length));
    body.once('close', () => {
      if (!body.readableEnded) unpacked.destroy(new Error('The body broke off'));
    });
    return body.pipe(unpacked);
  });
}
