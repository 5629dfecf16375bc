import { finished, type Readable, Transform, type TransformOptions } from 'node:stream';
import { recordIn } from '@back-office/contract/record-in.ts';
import { Refusal } from '../http/refusal.ts';
import { Unavailable } from '../http/unavailable.ts';
import { noSpace } from './no-space.ts';
import type { ByteRange, Storage } from './storage.ts';

/** The storage, with every failure classified: 存储空间不足 if it is full, otherwise `Unavailable`; `onFailure` is called for each. */
export function guardStorage(storage: Storage, onFailure: (error: unknown) => void = () => undefined): Storage {
  const guard = <Result>(work: Promise<Result>): Promise<Result> => classifyFailure(work, onFailure);
  return {
    create: async (key) => {
      const object = await guard(storage.create(key));
      return { write: (block) => guard(object.write(block)), close: () => guard(object.close()), abort: () => guard(object.abort()) };
    },
    read: async (key, range) => guardStream(await guard(storage.read(key, range)), range, onFailure),
    size: (key) => guard(storage.size(key)),
    remove: (key) => guard(storage.remove(key)),
    clearUnfinished: (before) => guard(storage.clearUnfinished(before)),
    makeSure: (bytes) => guard(storage.makeSure(bytes)),
    stop: () => storage.stop(),
    close: () => storage.close(),
  };
}

async function classifyFailure<Result>(work: Promise<Result>, onFailure: (error: unknown) => void): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw failureOf(error, onFailure);
  }
}

function failureOf(error: unknown, onFailure: (error: unknown) => void): Error {
  onFailure(error);
  if (error instanceof Refusal) return error;
  return isFull(error) ? noSpace() : new Unavailable('The storage of files has failed', { cause: error });
}

/**
 * Guards an object's bytes: a store may fall silent or disconnect, or a disk fail, in the middle of them. A range yields neither fewer nor
 * more bytes than it has: otherwise the answer, whose length was announced, would never end, or would run into the next one.
 */
function guardStream(bytes: Readable, range: ByteRange | undefined, onFailure: (error: unknown) => void): Readable {
  const guarded = new Transform({ highWaterMark: bytes.readableHighWaterMark, ...lengthCheck(range, onFailure) });
  finished(bytes, (error) => {
    // If the reader has left, the source is released.
    if (error && !guarded.destroyed) guarded.destroy(failureOf(error, onFailure));
  });
  // It may fail before its reader listens, who still gets the error: unhandled, it would end the process.
  guarded.on('error', () => undefined);
  guarded.once('close', () => bytes.destroy());
  return bytes.pipe(guarded);
}

function lengthCheck(range: ByteRange | undefined, onFailure: (error: unknown) => void): Pick<TransformOptions, 'transform' | 'flush'> {
  if (range === undefined) return { transform: (block: Buffer, _encoding, done) => done(null, block) };
  let remaining = range.end - range.start + 1;
  const lengthError = (): Error =>
    failureOf(
      new Error(remaining < 0 ? 'An object has more bytes than were asked for' : `An object lacks its last ${remaining} bytes`),
      onFailure,
    );
  return {
    transform: (block: Buffer, _encoding, done) => {
      remaining -= block.length;
      if (remaining < 0) done(lengthError());
      else done(null, block);
    },
    flush: (done) => done(remaining === 0 ? null : lengthError()),
  };
}

/** A full disk or quota, of a file system or, by HTTP 507, of an S3 store. */
function isFull(error: unknown): boolean {
  const { code, $metadata } = recordIn(error);
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || recordIn($metadata).httpStatusCode === 507;
}
