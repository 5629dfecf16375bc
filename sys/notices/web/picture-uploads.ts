import { sendFile } from '@back-office/web/files/upload/send-file.ts';
import { newKey } from '@back-office/web/platform/request/new-key.ts';
import { notifyError } from '@back-office/web/platform/request/notify.ts';
import { createStore } from '@back-office/web/platform/store/create-store.ts';
import { nothing } from './use-new-files.ts';

/** A picture that is on its way, or was sent from this window. */
interface Sent {
  /** Shows it from the memory of this window. */
  readonly preview: string;
  /** Its id, once it is stored. */
  readonly file?: string;
}

const all = createStore<ReadonlyMap<string, Sent>>(new Map());

function put(key: string, sent: Sent | undefined): void {
  const next = new Map(all.get());
  if (sent === undefined) next.delete(key);
  else next.set(key, sent);
  all.set(next);
}

/**
 * Pictures that were put into texts of this window, by keys that stand in the text until they are stored: a tab that is hidden
 * meanwhile takes its editor down and makes another. They hang on nothing and are their uploader's alone until the text is saved.
 */
export const pictureUploads = {
  get: all.get,
  subscribe: all.subscribe,
  /** Begins to send it and gives its key; where that fails, it says why and forgets the key. */
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
  /** The address of a preview, by the key or the file's id. */
  previewOf: (id: string): string | undefined =>
    all.get().get(id)?.preview ?? [...all.get().values()].find(({ file }) => file === id)?.preview,
};
