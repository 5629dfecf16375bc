import { recordIn } from '@back-office/contract/record-in.ts';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { isKey } from './new-key.ts';
import { S3Calls, type S3Limits, type S3Settings } from './s3-calls.ts';
import type { ObjectWriter, Storage } from './storage.ts';

/** Bytes of one part underneath; the protocol asks for at least 5 MiB. */
const partSize = 8 * 1024 * 1024;
const prefix = 'files/';

/** Files in a bucket: large objects by multipart upload, ranges passed through. No call waits forever (`s3-calls.ts`). */
export function s3Storage(settings: S3Settings, limits?: S3Limits): Storage {
  const { bucket } = settings;
  const store = new S3Calls(settings, limits);
  const place = (key: string): Place => {
    if (!isKey(key)) throw new Error('That is no key of an object');
    return { Bucket: bucket, Key: prefix + key };
  };
  return {
    create: async (key) => new S3Writer(store, place(key)),
    read: async (key, range) => {
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      const command = new GetObjectCommand({ ...place(key), ...(Range === undefined ? {} : { Range }) });
      const { Body } = await store.ask((client, options) => client.send(command, options));
      return store.read(Body as Readable);
    },
    size: async (key) => {
      const command = new HeadObjectCommand(place(key));
      try {
        return (await store.ask((client, options) => client.send(command, options))).ContentLength;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (key) => removeObject(store, place(key)),
    clearUnfinished: (before) => abortUnfinished(store, bucket, before),
    makeSure: async () => undefined,
    stop: () => store.stop(),
    close: async () => store.close(),
  };
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
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
  unlessMissing(store.ask((client, options) => client.send(new DeleteObjectCommand(place), options)));

const abortUpload = (store: S3Calls, place: Place, UploadId: string | undefined): Promise<void> =>
  unlessMissing(store.ask((client, options) => client.send(new AbortMultipartUploadCommand({ ...place, UploadId }), options)));

/** Aborts multipart uploads that nobody completes any more: their parts take space, and no key names them. */
async function abortUnfinished(store: S3Calls, Bucket: string, before: Date): Promise<void> {
  let from: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...from });
    const page = await store.ask((client, options) => client.send(command, options));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key === undefined || Initiated === undefined || Initiated >= before) continue;
      await abortUpload(store, { Bucket, Key }, UploadId);
    }
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    if (IsTruncated !== true || KeyMarker === undefined || UploadIdMarker === undefined) return;
    from = { KeyMarker, UploadIdMarker };
  }
}

/** An object that grows by parts of 8 MiB; one that stays smaller is sent in one piece. */
class S3Writer implements ObjectWriter {
  readonly #store: S3Calls;
  readonly #place: Place;
  readonly #parts: CompletedPart[] = [];
  #uploadId: string | undefined;
  #buffer = Buffer.allocUnsafe(partSize);
  #filled = 0;

  constructor(store: S3Calls, place: Place) {
    this.#store = store;
    this.#place = place;
  }

  async write(block: Uint8Array): Promise<void> {
    for (let at = 0; at < block.length;) {
      const taken = Math.min(block.length - at, partSize - this.#filled);
      this.#buffer.set(block.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === partSize) await this.#sendPart();
    }
  }

  async close(): Promise<void> {
    const place = this.#place;
    if (this.#uploadId === undefined) {
      const command = new PutObjectCommand({ ...place, Body: this.#buffer.subarray(0, this.#filled) });
      await this.#store.send((client, options) => client.send(command, options));
      return;
    }
    if (this.#filled > 0) await this.#sendPart();
    const command = new CompleteMultipartUploadCommand({ ...place, UploadId: this.#uploadId, MultipartUpload: { Parts: this.#parts } });
    await this.#store.send((client, options) => client.send(command, options));
  }

  /** It may have been completed before something else failed, so the object is deleted too. */
  async abort(): Promise<void> {
    const upload = this.#uploadId === undefined ? Promise.resolve() : abortUpload(this.#store, this.#place, this.#uploadId);
    await Promise.all([upload, removeObject(this.#store, this.#place)]);
  }

  async #sendPart(): Promise<void> {
    const place = this.#place;
    this.#uploadId ??= (await this.#store.ask((client, options) => client.send(new CreateMultipartUploadCommand(place), options))).UploadId;
    const PartNumber = this.#parts.length + 1;
    const command = new UploadPartCommand({
      ...place,
      UploadId: this.#uploadId,
      PartNumber,
      Body: this.#buffer.subarray(0, this.#filled),
    });
    const { ETag } = await this.#store.send((client, options) => client.send(command, options));
    this.#parts.push({ PartNumber, ...(ETag === undefined ? {} : { ETag }) });
    this.#filled = 0;
  }
}
