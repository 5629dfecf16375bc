import { recordIn } from '@back-office/contract/record-in.ts';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../s3-settings.ts';
import { S3Calls, type S3Limits } from './s3-calls.ts';
import type { ByteRange, ObjectWriter } from './storage.ts';

interface Parts {
  readonly settings: S3Settings;
  /** The prefix of every name. */
  readonly prefix: string;
  /** Bytes of one part of a multipart upload: the protocol requires at least 5 MiB, and allows 10,000 parts per object. */
  readonly partSize: number;
  readonly limits?: S3Limits | undefined;
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

/** Objects of a bucket under one prefix: large ones by multipart upload, ranges passed through. No call waits forever (`s3-calls.ts`). */
export class S3Bucket {
  readonly #store: S3Calls;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#store = new S3Calls(parts.settings, parts.limits);
  }

  /** Begins an object; none of it exists before it is closed. */
  create(name: string): ObjectWriter {
    return new S3Writer(this.#store, this.#place(name), this.#parts.partSize);
  }

  /** The object's bytes, or those of the range; rejects if there is no such object. */
  async read(name: string, range?: Partial<ByteRange>): Promise<Readable> {
    const Range = range === undefined ? undefined : `bytes=${range.start ?? 0}-${range.end ?? ''}`;
    const command = new GetObjectCommand({ ...this.#place(name), ...(Range === undefined ? {} : { Range }) });
    const { Body } = await this.#store.open((client, options) => client.send(command, options));
    return this.#store.read(Body as Readable);
  }

  /** Size of the object in bytes; undefined if there is none. */
  async size(name: string): Promise<number | undefined> {
    const command = new HeadObjectCommand(this.#place(name));
    try {
      return (await this.#store.request((client, options) => client.send(command, options))).ContentLength;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Removes the object; a missing one is no error. */
  remove(name: string): Promise<void> {
    return removeObject(this.#store, this.#place(name));
  }

  /** The names of all objects under the prefix, in order. */
  async list(): Promise<string[]> {
    const { prefix: Prefix, settings } = this.#parts;
    const names: string[] = [];
    let from: { ContinuationToken?: string } = {};
    for (;;) {
      const command = new ListObjectsV2Command({ Bucket: settings.bucket, Prefix, ...from });
      const page = await this.#store.request((client, options) => client.send(command, options));
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) names.push(Key.slice(Prefix.length));
      if (page.IsTruncated !== true || page.NextContinuationToken === undefined) return names.toSorted();
      from = { ContinuationToken: page.NextContinuationToken };
    }
  }

  /** Aborts abandoned multipart uploads: their parts take space, and no key names them. */
  async abortUnfinished(before: Date, isOurs: (name: string) => boolean = () => true): Promise<void> {
    const { prefix: Prefix, settings } = this.#parts;
    let from: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (;;) {
      const command = new ListMultipartUploadsCommand({ Bucket: settings.bucket, Prefix, ...from });
      const page = await this.#store.request((client, options) => client.send(command, options));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        // Some stores list every upload, whatever the requested prefix.
        if (Key?.startsWith(Prefix) !== true || Initiated === undefined || Initiated >= before) continue;
        if (isOurs(Key.slice(Prefix.length))) await abortUpload(this.#store, { Bucket: settings.bucket, Key }, UploadId);
      }
      const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      if (IsTruncated !== true || KeyMarker === undefined || UploadIdMarker === undefined) return;
      from = { KeyMarker, UploadIdMarker };
    }
  }

  /** Lets running calls continue for a moment, and refuses new ones. */
  stop(): void {
    this.#store.stop();
  }

  close(): void {
    this.#store.close();
  }

  #place(name: string): Place {
    return { Bucket: this.#parts.settings.bucket, Key: this.#parts.prefix + name };
  }
}

function isMissing(error: unknown): boolean {
  return recordIn(recordIn(error).$metadata).httpStatusCode === 404;
}

async function unlessMissing(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

const removeObject = (store: S3Calls, place: Place): Promise<void> =>
  unlessMissing(store.request((client, options) => client.send(new DeleteObjectCommand(place), options)));

const abortUpload = (store: S3Calls, place: Place, UploadId: string | undefined): Promise<void> =>
  unlessMissing(store.request((client, options) => client.send(new AbortMultipartUploadCommand({ ...place, UploadId }), options)));

/** Every store sends this with an object's bytes. An answer without it came from something else, such as a proxy with a page of its own. */
function requireConfirmation(word: string | undefined): string {
  if (word === undefined) throw new Error('The store did not say that it has the bytes');
  return word;
}

/** An object that grows by parts; a small one is sent in one piece. */
class S3Writer implements ObjectWriter {
  readonly #store: S3Calls;
  readonly #place: Place;
  readonly #parts: CompletedPart[] = [];
  #uploadId: string | undefined;
  readonly #buffer: Buffer;
  #filled = 0;

  constructor(store: S3Calls, place: Place, partSize: number) {
    this.#store = store;
    this.#place = place;
    this.#buffer = Buffer.allocUnsafe(partSize);
  }

  async write(block: Uint8Array): Promise<void> {
    for (let at = 0; at < block.length;) {
      const taken = Math.min(block.length - at, this.#buffer.length - this.#filled);
      this.#buffer.set(block.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === this.#buffer.length) await this.#sendPart();
    }
  }

  async close(): Promise<void> {
    const place = this.#place;
    if (this.#uploadId === undefined) {
      const command = new PutObjectCommand({ ...place, Body: this.#buffer.subarray(0, this.#filled) });
      requireConfirmation((await this.#store.send((client, options) => client.send(command, options))).ETag);
      return;
    }
    if (this.#filled > 0) await this.#sendPart();
    const command = new CompleteMultipartUploadCommand({ ...place, UploadId: this.#uploadId, MultipartUpload: { Parts: this.#parts } });
    requireConfirmation((await this.#store.send((client, options) => client.send(command, options))).ETag);
  }

  /** It may have been completed before something else failed, so the object is deleted too. */
  async abort(): Promise<void> {
    const upload = this.#uploadId === undefined ? Promise.resolve() : abortUpload(this.#store, this.#place, this.#uploadId);
    await Promise.all([upload, removeObject(this.#store, this.#place)]);
  }

  async #sendPart(): Promise<void> {
    const place = this.#place;
    this.#uploadId ??= requireConfirmation(
      (await this.#store.request((client, options) => client.send(new CreateMultipartUploadCommand(place), options))).UploadId,
    );
    const PartNumber = this.#parts.length + 1;
    const command = new UploadPartCommand({
      ...place,
      UploadId: this.#uploadId,
      PartNumber,
      Body: this.#buffer.subarray(0, this.#filled),
    });
    this.#parts.push({
      PartNumber,
      ETag: requireConfirmation((await this.#store.send((client, options) => client.send(command, options))).ETag),
    });
    this.#filled = 0;
  }
}
