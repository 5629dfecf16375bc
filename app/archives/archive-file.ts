import type { Readable, Writable } from 'node:stream';

/** An archive in a folder or in a bucket. */
export interface ArchiveFile {
  /** Its path or address, as an operator types it. */
  readonly name: string;
  /** Its bytes; the stream fails with a StartError if there are none. */
  read(): Readable;
  /** Begins it; throws a StartError if one of that name exists, or it cannot be written. */
  create(): Promise<ArchiveSink>;
}

/** The destination of an archive's bytes. Exactly one of `name` and `abort` ends it. */
export interface ArchiveSink {
  readonly stream: Writable;
  /** Call it after the last byte: stores the archive for good, under its name. */
  name(): Promise<void>;
  /** Nothing is left behind. */
  abort(): Promise<void>;
}
