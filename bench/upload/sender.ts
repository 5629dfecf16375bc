import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

/*
 * Sends files to a server, in a separate process so that nothing else waits for it: `{ port, token, size, files }`,
 * `files` at once, each in chunks one after the other. Reports the bytes of each received chunk (`sent`), and finally the
 * milliseconds of the whole (`took`).
 */
const MiB = 1024 * 1024;
const chunkSize = 100 * MiB;
/** As long as a browser's: a longer one is found faster. */
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gWx';
const block = randomBytes(MiB);
const agent = new Agent({ keepAlive: true });

interface Order {
  port: number;
  token: string;
  size: number;
  files: number;
}

process.on('message', (order: Order) => {
  const begin = performance.now();
  void Promise.all(Array.from({ length: order.files }, () => sendFile(order))).then(() =>
    process.send?.({ took: performance.now() - begin }),
  );
});
process.on('disconnect', () => process.exit(0));

async function sendFile(order: Order): Promise<void> {
  const totalChunks = Math.ceil(order.size / chunkSize);
  let id: string | undefined;
  for (let at = 0; at < totalChunks; at += 1) {
    const size = Math.min(chunkSize, order.size - at * chunkSize);
    const answer = await sendChunk(order, id === undefined ? 'bench.pdf' : `${id}|bench.pdf`, { totalChunks, currentChunk: at }, size);
    id ??= answer.id;
    process.send?.({ sent: size });
  }
}

/** Bytes that make each chunk, and all of them together, a PDF. */
const [begin, end] = ['%PDF-1.7\n1 0 obj<<>>endobj\n', '\nstartxref\n0\n%%EOF'];

async function sendChunk({ port, token }: Order, name: string, fields: Record<string, number>, size: number): Promise<{ id: string }> {
  const texts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = Buffer.from(
    `${texts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="chunk"; filename="${name}"\r\n\r\n${begin}`,
  );
  const tail = Buffer.from(`${end}\r\n--${boundary}--\r\n`);
  const bytes = size - begin.length - end.length;
  const sent = request({
    port,
    host: '127.0.0.1',
    agent,
    method: 'POST',
    path: '/api/file/upload',
    headers: {
      authorization: token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + bytes + tail.length,
    },
  });
  sent.write(head);
  for (let left = bytes; left > 0; left -= MiB) if (!sent.write(block.subarray(0, Math.min(MiB, left)))) await once(sent, 'drain');
  sent.end(tail);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of response) text += String(piece);
  const { code, data } = JSON.parse(text) as { code: number; data: { id: string } };
  if (code !== 20000) throw new Error(text);
  return data;
}
