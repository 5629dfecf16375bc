import { sessionStore } from '../../platform/session/session-store.ts';
import { chunkRange } from './chunk-plan.ts';
import { uploadProgress } from './upload-progress.ts';
import type { Unfinished } from './unfinished-store.ts';
import type { Upload } from './upload.ts';
import type { UploadTarget } from './upload-target.ts';
import { windowId } from './window-id.ts';

/** An upload, with what is needed to send it. */
export interface Entry {
  shown: Upload;
  kept: Unfinished;
  target: UploadTarget;
  file: File | undefined;
  control: AbortController | undefined;
  /** The call by which the server may have stored it, until an answer says so: `save-known`, or a chunk whose bytes are all sent. */
  unanswered: 'known' | 'chunk' | undefined;
}

/** What is shown of an upload that is not being sent. */
export const still = { speed: 0, secondsLeft: undefined, reason: undefined };

/** The entry of an upload that is stored in this browser; it is not sent yet. */
export function entryOf(kept: Unfinished, target: UploadTarget, file: File | undefined): Entry {
  const { key, otcId, otcType, name, size, chunkSize, hashes } = kept;
  const arrived = Object.keys(hashes).reduce((sum, index) => {
    const { start, end } = chunkRange(Number(index), size, chunkSize);
    return sum + end - start;
  }, 0);
  const sent = Math.max(arrived, uploadProgress.of(key));
  return {
    shown: { ...still, key, otcId, otcType, name, size, own: kept.window === windowId(), state: 'uploading', sent, needsFile: false },
    kept,
    target,
    file,
    control: undefined,
    unanswered: undefined,
  };
}

/** What is stored in this browser of an upload that begins. */
export const freshOf = (key: string, file: File, { otcId, otcType, fileSource, fileAlias, chunkSize }: UploadTarget): Unfinished => {
  const { userId } = sessionStore.get();
  const owned = { key, userId, window: windowId(), otcId, otcType, fileSource, fileAlias };
  return { ...owned, name: file.name, size: file.size, chunkSize, uploadId: undefined, hashes: {}, paused: false, at: Date.now() };
};
