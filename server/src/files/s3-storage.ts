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
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { isKey } from './new-key.ts';
import type { ObjectWriter, Storage } from './storage.ts';

/** Where an S3-compatible store is, and who we are there. */
export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Bytes of one part underneath; the protocol asks for at least 5 MiB. */
const partSize = 8 * 1024 * 1024;
const prefix = 'files/';

/** Files in a bucket: large objects by multipart upload, ranges passed through. */
export function s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): Storage {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Own stores seldom have a name for each bucket, and many know no checksums but those of the protocol's first version.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  });
  const place = (key: string): { Bucket: string; Key: string } => {
    if (!isKey(key)) throw new Error('That is no key of an object');
    return { Bucket: bucket, Key: prefix + key };
  };
  return {
    create: async (key) => new S3Writer(client, place(key)),
    read: async (key, range) => {
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(new GetObjectCommand({ ...place(key), ...(Range === undefined ? {} : { Range }) }));
      return Body as Readable;
    },
    size: async (key) => {
      try {
        return (await client.send(new HeadObjectCommand(place(key)))).ContentLength;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(place(key))).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    clearUnfinished: (before) => abortUnfinished(client, bucket, before),
    makeSure: async () => undefined,
    close: async () => client.destroy(),
  };
}

function isMissing(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
  return status === 404;
}

/** Aborts multipart uploads that nobody completes any more: their parts take space, and no key names them. */
async function abortUnfinished(client: S3Client, Bucket: string, before: Date): Promise<void> {
  let from: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...from }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key === undefined || Initiated === undefined || Initiated >= before) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    }
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    if (IsTruncated !== true || KeyMarker === undefined || UploadIdMarker === undefined) return;
    from = { KeyMarker, UploadIdMarker };
  }
}

/** An object that grows by parts of 8 MiB; one that stays smaller is sent in one piece. */
class S3Writer implements ObjectWriter {
  readonly #client: S3Client;
  readonly #place: { Bucket: string; Key: string };
  readonly #parts: CompletedPart[] = [];
  #uploadId: string | undefined;
  #buffer = Buffer.allocUnsafe(partSize);
  #filled = 0;

  constructor(client: S3Client, place: { Bucket: string; Key: string }) {
    this.#client = client;
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
    if (this.#uploadId === undefined) {
      await this.#client.send(new PutObjectCommand({ ...this.#place, Body: this.#buffer.subarray(0, this.#filled) }));
      return;
    }
    if (this.#filled > 0) await this.#sendPart();
    const MultipartUpload = { Parts: this.#parts };
    await this.#client.send(new CompleteMultipartUploadCommand({ ...this.#place, UploadId: this.#uploadId, MultipartUpload }));
  }

  async abort(): Promise<void> {
    if (this.#uploadId !== undefined)
      await this.#client.send(new AbortMultipartUploadCommand({ ...this.#place, UploadId: this.#uploadId })).catch(() => undefined);
    // It may have been closed before something else failed.
    await this.#client.send(new DeleteObjectCommand(this.#place)).catch(() => undefined);
  }

  async #sendPart(): Promise<void> {
    this.#uploadId ??= (await this.#client.send(new CreateMultipartUploadCommand(this.#place))).UploadId;
    const PartNumber = this.#parts.length + 1;
    const { ETag } = await this.#client.send(
      new UploadPartCommand({ ...this.#place, UploadId: this.#uploadId, PartNumber, Body: this.#buffer.subarray(0, this.#filled) }),
    );
    this.#parts.push({ PartNumber, ...(ETag === undefined ? {} : { ETag }) });
    this.#filled = 0;
  }
}
