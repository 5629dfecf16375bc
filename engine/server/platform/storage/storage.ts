import type { Readable } from 'node:stream';

/** Bytes of an object: from `start` up to and with `end`, both from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The file storage: a folder, or an S3-compatible store. An object is written once under a key that the server made
 * (`newKey`), and never changed. What a key means is in the database alone.
 */
export interface Storage {
  /** Begins an object. Nothing of it can be read before `close` has resolved. */
  create(key: string): Promise<ObjectWriter>;
  /** The object's bytes, or those of the range; rejects, or errors the stream, when there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Bytes of the object; undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  /** Removes the object; of one that is not there nothing is said. */
  remove(key: string): Promise<void>;
  /** Removes what a crash left of objects that were begun before then, where `remove` does not reach it. */
  clearUnfinished(before: Date): Promise<void>;
  /** Refuses with 存储空间不足 when `bytes` more would fill the store. */
  makeSure(bytes: number): Promise<void>;
  /** The server stops: calls that the store does not answer within some seconds are aborted. */
  stop(): void;
  close(): Promise<void>;
}

/** An object being written. One call at a time; exactly one of `close` and `abort` ends it. */
export interface ObjectWriter {
  /** Writes a block; once it resolves the block may be reused. */
  write(block: Uint8Array): Promise<void>;
  /** The object is whole and survives a power cut once it resolves. */
  close(): Promise<void>;
  /** Aborts: nothing stays behind. */
  abort(): Promise<void>;
}
