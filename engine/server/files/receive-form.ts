import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { readUtf8 } from '../platform/http/read-utf8.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { cutWhenStalled } from './cut-when-stalled.ts';
import { freeBytes } from './free-bytes.ts';
import { type FormPart, readMultipart } from './read-multipart.ts';

/** A received form with one file. */
export interface ReceivedForm<Taken> {
  readonly fields: ReadonlyMap<string, string>;
  readonly taken: Taken;
}

/** The most bytes of a form besides its file, including boundaries and headers. */
const maxBesides = 64 * 1024;
const maxField = 4096;
const maxFields = 20;

/**
 * Reads a multipart form: its fields, and its one file, named `chunk`, which `receive` receives as a stream, whether the fields come before it or after.
 * Refuses with 40010 anything else and an incomplete form, with 41300 more than `maxBytes`. A refusal by `receive` is thrown after the whole form has
 * been read, so that the sender receives it.
 */
export async function receiveForm<Taken>(
  request: FastifyRequest,
  maxBytes: number,
  receive: (file: FormPart) => Promise<Taken>,
): Promise<ReceivedForm<Taken>> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + maxBesides) throw new Refusal('tooLarge');
  const stop = cutWhenStalled(request.raw);
  const fields = new Map<string, string>();
  let taken: { value: Taken } | undefined;
  let refusal: unknown;
  try {
    for await (const part of readMultipart(bytesOf(request, maxBytes + maxBesides), boundary)) {
      if (part.fileName === undefined) {
        if (fields.has(part.name) || fields.size === maxFields) throw new Refusal('malformed');
        fields.set(part.name, await readField(part));
        continue;
      }
      if (part.name !== 'chunk' || taken !== undefined || refusal !== undefined) throw new Refusal('malformed');
      try {
        taken = { value: await receive(part) };
      } catch (error) {
        if (error instanceof Refusal && error.outcome !== 'refused' && error.outcome !== 'gone') throw error;
        refusal = error;
      }
    }
  } finally {
    stop();
  }
  if (refusal !== undefined) throw refusal;
  if (taken === undefined) throw new Refusal('malformed');
  return { fields, taken: taken.value };
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;[ \t]*boundary=(?:"([^"]{1,70})"|([^;"\s]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new Refusal('malformed');
  return boundary;
}

/**
 * The body as a stream; bytes are valid until the next are requested. A sender that disconnects can no longer be answered, so this is not a server
 * error.
 */
async function* bytesOf(request: FastifyRequest, max: number): AsyncGenerator<Buffer> {
  // Buffers from elsewhere, as in a test, belong to their creator and are not freed.
  const ours = request.raw.socket instanceof Socket;
  let size = 0;
  try {
    // An answer must still be sent after the loop is left early, so the request must not be destroyed with it.
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > max) throw new Refusal('tooLarge');
      yield bytes;
      if (ours) freeBytes(bytes);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('malformed');
  }
}

async function readField({ body }: FormPart): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > maxField) throw new Refusal('malformed');
    pieces.push(Buffer.from(piece));
  }
  const text = readUtf8(Buffer.concat(pieces));
  if (text === undefined) throw new Refusal('malformed');
  return text;
}
