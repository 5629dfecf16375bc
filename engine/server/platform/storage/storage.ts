import type { Readable } from 'node:stream';

/** A range of an object's bytes: from `start` to `end` inclusive, both counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The file storage: a folder, or an S3-compatible store. An object is written once under a key that the server
 * generated (`newKey`), and never changed. Only the database knows the meaning of a key.
 */
export interface Storage {
  /** Begins an object. Nothing of it can be read before `close` has resolved. */
  create(key: string): Promise<ObjectWriter>;
  /** The object's bytes, or those of the range; rejects, or errors the stream, if there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Size of the object in bytes; undefined if there is none. */
  size(key: string): Promise<number | undefined>;
  /** Removes the object; a missing one is no error. */
  remove(key: string): Promise<void>;
  /** Removes the remains of unfinished objects begun before then, if `remove` does not reach them. */
  clearUnfinished(before: Date): Promise<void>;
  /** Refuses with 存储空间不足 when `bytes` more would fill the store. */
  makeSure(bytes: number): Promise<void>;
  /** The server stops: calls that the store does not answer within some seconds are aborted. */
  stop(): void;
  close(): Promise<void>;
}

/** An object being written. One call at a time; exactly one of `close` and `abort` ends it. */
export interface ObjectWriter {
  /** Writes a block, which may be reused once this resolves. */
  write(block: Uint8Array): Promise<void>;
  /** Completes the object, which survives a power cut once this resolves. */
  close(): Promise<void>;
  /** Aborts: nothing is left behind. */
  abort(): Promise<void>;
}
