import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

const unpack = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

/**
 * Decompresses bodies with a Content-Encoding, up to their call's size limit; 40010 for a malformed body, and, naming the accepted
 * ones, for another encoding; an upload may have none. The request stream survives a failure: otherwise the connection would end, and the sender would see no answer.
 */
export function compressedBody(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, body) => {
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
    if (encoding === 'identity') return body;
    // Uploads are read from the connection itself, and their memory is freed: nothing else may read it.
    if (request.routeOptions.config.slowBody === true)
      throw new Refusal('malformed', { message: '上传的内容不能压缩（Content-Encoding）' });
    if (encoding !== 'gzip' && encoding !== 'deflate' && encoding !== 'br')
      throw new Refusal('malformed', { message: '请求内容的压缩方式（Content-Encoding）只能是 gzip、deflate 或 br' });
    // Fastify reads the length of the body as received from this property.
    const unpacked = Object.assign(unpack[encoding](), { receivedEncodedLength: 0 });
    // It may fail after the call was refused for another reason, when nobody listens: an unhandled error would end the process.
    unpacked.on('error', () => undefined);
    body.on('data', (bytes: Buffer) => (unpacked.receivedEncodedLength += bytes.length));
    body.once('close', () => {
      if (!body.readableEnded) unpacked.destroy(new Error('The body broke off'));
    });
    return body.pipe(unpacked);
  });
}
