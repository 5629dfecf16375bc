import { isKey } from './new-key.ts';
import { S3Bucket } from './s3-bucket.ts';
import type { S3Settings } from '../s3-settings.ts';
import type { S3Limits } from './s3-calls.ts';
import type { Storage } from './storage.ts';

const partSize = 8 * 1024 * 1024;

/** Files in a bucket, under `files/`. */
export function s3Storage(settings: S3Settings, limits?: S3Limits): Storage {
  const bucket = new S3Bucket({ settings, prefix: 'files/', partSize, limits });
  const checked = (key: string): string => {
    if (!isKey(key)) throw new Error('That is no key of an object');
    return key;
  };
  return {
    create: async (key) => bucket.create(checked(key)),
    read: async (key, range) => bucket.read(checked(key), range),
    size: async (key) => bucket.size(checked(key)),
    remove: async (key) => bucket.remove(checked(key)),
    clearUnfinished: (before) => bucket.abortUnfinished(before),
    makeSure: async () => undefined,
    stop: () => bucket.stop(),
    close: async () => bucket.close(),
  };
}
