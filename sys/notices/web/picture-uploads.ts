import { sendFile } from '@back-office/web/files/upload/send-file.ts';
import { newKey } from '@back-office/web/platform/request/new-key.ts';
import { notifyError } from '@back-office/web/platform/request/notify.ts';
import { createStore } from '@back-office/web/platform/store/create-store.ts';
import { pictureLimits } from '../notice-pictures.ts';
import { nothing } from './use-new-files.ts';

/** A picture that is being uploaded, or was uploaded by this window. */
interface Sent {
  /** Object URL of the picture in this window's memory; the oldest stored pictures no longer have one. */
  readonly preview?: string;
  /** Its id, once it is stored. */
  readonly file?: string;
}

/** The most stored pictures that stay in memory: as many as a text may contain. */
export const previewLimit = pictureLimits.most;

const all = createStore<ReadonlyMap<string, Sent>>(new Map());

function put(key: string, sent: Sent | undefined): void {
  const next = new Map(all.get());
  if (sent === undefined) next.delete(key);
  else next.set(key, sent);
  const stored = [...next].filter(([, { file, preview }]) => file !== undefined && preview !== undefined);
  for (const [old, { file = '', preview = '' }] of stored.slice(0, -previewLimit)) {
    URL.revokeObjectURL(preview);
    next.set(old, { file });
  }
  all.set(next);
}

/**
 * Pictures inserted into texts of this window, by keys that the text contains until they are stored: a tab hidden meanwhile destroys its editor and
 * later creates another. They are attached to nothing, and visible only to their uploader until the text is saved.
 */
export const pictureUploads = {
  get: all.get,
  subscribe: all.subscribe,
  /** Starts the upload and returns its key; on failure, shows the reason and forgets the key. */
  begin: (picture: File): string => {
    const key = newKey();
    const preview = URL.createObjectURL(picture);
    put(key, { preview });
    sendFile(picture, nothing, new AbortController().signal).then(
      ({ id }) => put(key, { preview, file: id }),
      (error: unknown) => {
        URL.revokeObjectURL(preview);
        put(key, undefined);
        notifyError(`图片“${picture.name}”上传失败：${error instanceof Error ? error.message : String(error)}`);
      },
    );
    return key;
  },
  /** The URL of a preview, by the key or the file's id. */
  previewOf: (id: string): string | undefined =>
    all.get().get(id)?.preview ?? [...all.get().values()].find(({ file }) => file === id)?.preview,
};
