import sharp from 'sharp';
import { Refusal } from '../platform/http/refusal.ts';
import { withTransaction } from '../platform/database/with-transaction.ts';
import { LruMap } from '../platform/lru-map.ts';
import { bytesOfParts } from './read-parts.ts';
import { removeBytes, claimBytes, storeBytes, type StoreParts } from '../platform/storage/store-bytes.ts';
import { partsOf } from './upload-row.ts';

const edge = 320;
/** The most pixels that are decoded; the header was checked on upload, but is not trusted again. */
const maxPixels = 50_000_000;
/** The largest image, in bytes, of which a thumbnail is made, and how many thumbnails may wait. */
const maxBytes = 64 * 1024 * 1024;
const maxWaiting = 50;

/** How many images without a thumbnail are remembered, and for how many milliseconds. */
const failures = { most: 10_000, ms: 3_600_000 };

// Decoding is the one place where untrusted bytes meet native code and use much memory: one image at a time, no
// cache.
sharp.concurrency(1);
sharp.cache(false);

interface ThumbnailParts extends StoreParts {
  readonly clock: () => Date;
}

/**
 * Thumbnails, made on first view in a separate thread, one at a time, and kept in the storage. An image that cannot be
 * decoded is not tried again for an hour: each view of it would keep all others waiting.
 */
export class Thumbnails {
  readonly #parts: ThumbnailParts;
  readonly #failed = new LruMap<string, number>(failures.most);
  readonly #making = new Map<string, Promise<string>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ThumbnailParts) {
    this.#parts = parts;
  }

  /** The key of the upload's thumbnail. Refuses with 40400 if the image cannot be read, with 50300 while too many wait. */
  async keyOf(uploadId: string): Promise<string> {
    const upload = await this.#parts.db.selectFrom('sys_upload').select('thumbnailKey').where('id', '=', uploadId).executeTakeFirst();
    if (upload === undefined) throw new Refusal('gone');
    if (upload.thumbnailKey !== null) return upload.thumbnailKey;
    const failed = this.#failed.get(uploadId);
    if (failed !== undefined && this.#now() - failed < failures.ms) throw new Refusal('gone');
    return this.#make(uploadId);
  }

  #now(): number {
    return this.#parts.clock().getTime();
  }

  #make(uploadId: string): Promise<string> {
    const making = this.#making.get(uploadId);
    if (making !== undefined) return making;
    if (this.#making.size >= maxWaiting) throw new Refusal('unavailable', { retryAfter: 2 });
    const made = this.#last
      .then(() => this.#store(uploadId))
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.outcome === 'gone') this.#failed.set(uploadId, this.#now());
        throw error;
      })
      .finally(() => this.#making.delete(uploadId));
    this.#making.set(uploadId, made);
    this.#last = made.catch(() => undefined);
    return made;
  }

  async #store(uploadId: string): Promise<string> {
    const { db, storage } = this.#parts;
    const whole = bytesOfParts(storage, await partsOf(db, uploadId));
    if (whole.size > maxBytes) throw new Refusal('gone');
    const picture = await shrink(await whole.read(0, whole.size));
    const { key } = await storeBytes(this.#parts, chunksOf(picture));
    const kept = await withTransaction(db, async (transaction) => {
      const upload = await transaction
        .updateTable('sys_upload')
        .set((eb) => ({ thumbnailKey: eb.fn.coalesce('thumbnailKey', eb.val(key)) }))
        .where('id', '=', uploadId)
        .returning('thumbnailKey')
        .executeTakeFirst();
      if (upload?.thumbnailKey === key) await claimBytes(transaction, key);
      return upload?.thumbnailKey ?? undefined;
    });
    // Another node was faster, or the file was deleted. What cannot be removed now stays in the trash until it can.
    if (kept !== key) await removeBytes(this.#parts, key).catch(() => undefined);
    if (kept === undefined) throw new Refusal('gone');
    return kept;
  }
}

async function shrink(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
      .rotate()
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    // Truncated or damaged: such an image was accepted, but has no thumbnail.
    throw new Refusal('gone');
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
