import type { Readable, Writable } from 'node:stream';

/** An archive in a folder or in a bucket. */
export interface ArchiveFile {
  /** Its path or address, as an operator types it. */
  readonly name: string;
  /** Its bytes; the stream fails with a StartError where there are none. */
  read(): Readable;
  /** Begins it; a StartError when there is one of that name, or it cannot be written. */
  create(): Promise<ArchiveSink>;
}

/** Where the bytes of an archive go. Exactly one of `name` and `abort` ends it. */
export interface ArchiveSink {
  readonly stream: Writable;
  /** After the last byte: stores it for good, under its name. */
  name(): Promise<void>;
  /** Nothing stays behind. */
  abort(): Promise<void>;
}
