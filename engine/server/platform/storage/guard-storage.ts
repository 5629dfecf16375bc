import { recordIn } from '@back-office/contract/record-in.ts';
import { Refusal } from '../http/refusal.ts';
import { Unavailable } from '../http/unavailable.ts';
import { noSpace } from './no-space.ts';
import type { Storage } from './storage.ts';

/** The storage, with every failure classified: 存储空间不足 where it is full, `Unavailable` where it fails otherwise; `onFailure` is told of each. */
export function guardStorage(storage: Storage, onFailure: (error: unknown) => void = () => undefined): Storage {
  const guard = <Result>(work: Promise<Result>): Promise<Result> => classified(work, onFailure);
  return {
    create: async (key) => {
      const object = await guard(storage.create(key));
      return { write: (block) => guard(object.write(block)), close: () => guard(object.close()), abort: () => guard(object.abort()) };
    },
    read: (key, range) => guard(storage.read(key, range)),
    size: (key) => guard(storage.size(key)),
    remove: (key) => guard(storage.remove(key)),
    clearUnfinished: (before) => guard(storage.clearUnfinished(before)),
    makeSure: (bytes) => guard(storage.makeSure(bytes)),
    stop: () => storage.stop(),
    close: () => storage.close(),
  };
}

async function classified<Result>(work: Promise<Result>, onFailure: (error: unknown) => void): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    onFailure(error);
    if (error instanceof Refusal) throw error;
    throw isFull(error) ? noSpace() : new Unavailable('The storage of files has failed', { cause: error });
  }
}

/** A full disk or quota, of a file system or, by HTTP 507, of an S3 store. */
function isFull(error: unknown): boolean {
  const { code, $metadata } = recordIn(error);
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || recordIn($metadata).httpStatusCode === 507;
}
