import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { liveStore } from '../../platform/live/live-store.ts';
import { getAccessToken } from '../../platform/request/access-token.ts';
import { newKey } from '../../platform/request/new-key.ts';
import { notifyError } from '../../platform/request/notify.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { createStore } from '../../platform/store/create-store.ts';
import { discardFile, discardUpload } from './discard-upload.ts';
import { hashBlob } from './hash-blob.ts';
import { uploadProgress } from './upload-progress.ts';
import { sameFile } from './same-file.ts';
import { saveKnown } from './save-known.ts';
import { speedMeter } from './speed-meter.ts';
import { transfer } from './transfer.ts';
import { transferParts } from './transfer-parts.ts';
import { unfinishedStore, type Unfinished } from './unfinished-store.ts';
import { untakenFiles, type StoredFile } from './untaken-files.ts';
import type { Upload } from './upload.ts';
import { type Entry, entryOf, freshOf, still } from './upload-entry.ts';
import { UploadError } from './upload-error.ts';
import { uploadUrl, type UploadTarget } from './upload-target.ts';
import { waitUnlisted } from './wait-unlisted.ts';
import { windowId } from './window-id.ts';
import type { Retrying } from './with-retries.ts';

interface StoredListener {
  matches: (upload: Upload) => boolean;
  listener: (record: FileRecord, upload: Upload) => void;
}

/** Minimum time between two updates of a progress bar, in milliseconds. */
const updateIntervalMs = 150;

const entries = new Map<string, Entry>();
const storedListeners = new Set<StoredListener>();
const list = createStore<readonly Upload[]>([]);
let restored: string | undefined;

const emit = (): void => list.set([...entries.values()].map(({ shown }) => shown));

/** False once it is stored or removed. */
const isListed = (entry: Entry): boolean => entries.has(entry.kept.key);

function show(entry: Entry, part: Partial<Upload>): void {
  entry.shown = { ...entry.shown, ...part };
  if (isListed(entry)) emit();
}

function keep(entry: Entry, part: Partial<Unfinished>): void {
  entry.kept = { ...entry.kept, ...part, at: Date.now() };
  if (isListed(entry)) void unfinishedStore.write(entry.kept);
}

/** Runs an upload until it is stored, refused, paused or removed. Every outcome ends here; it never throws. */
async function run(entry: Entry): Promise<void> {
  const { file, kept, target } = entry;
  if (file === undefined || entry.control !== undefined) return;
  const control = new AbortController();
  entry.control = control;
  show(entry, { state: 'uploading', reason: undefined, needsFile: false });
  const { key, name, chunkSize, uploadId } = kept;
  try {
    const { signal } = control;
    const parts = { ...transferParts(name, key, target), wait: waitUnlisted(() => isListed(entry)) };
    const events = eventsOf(entry);
    // A chunk that may have arrived is sent again, by its key: its bytes may be known by now, as those of a file of its own.
    const mayBeKnown = uploadId === undefined && entry.unanswered !== 'chunk';
    const known = mayBeKnown ? await findKnown(entry, file, { parts, events, signal }) : null;
    if (known === null && !isListed(entry) && entry.unanswered === undefined) return;
    const record = known ?? (await transfer({ file, chunkSize, id: uploadId, signal }, parts, events));
    if (!isListed(entry)) return void discardFile(record);
    forget(key);
    deliver({ record, upload: entry.shown, userId: kept.userId });
  } catch (error) {
    // Paused or removed by the user, so there is nothing to show.
    if (control.signal.aborted || !isListed(entry)) return;
    if (error instanceof UploadError && error.kind === 'signed-out') return awaitSession(entry);
    // The server keeps what has arrived for a day.
    if (error instanceof UploadError && error.kind === 'busy') show(entry, { ...still, state: 'paused', reason: '服务器繁忙，已暂停' });
    else forget(key);
    notifyError(error instanceof Error ? error.message : String(error));
  } finally {
    if (entry.control === control) entry.control = undefined;
  }
}

/** The file, if the server has its bytes already; null if they must be sent. */
async function findKnown(entry: Entry, file: File, retrying: Retrying): Promise<FileRecord | null> {
  const onAsk = () => void (entry.unanswered ??= 'known');
  const record = await saveKnown(file, entry.target.url, entry.kept, { ...retrying, onAsk });
  if (entry.unanswered === 'known') entry.unanswered = undefined;
  return record;
}

function deliver(file: StoredFile): void {
  const { record, upload } = file;
  const matching = [...storedListeners].filter(({ matches }) => matches(upload));
  for (const { listener } of matching) listener(record, upload);
  if (matching.length === 0 && upload.otcId === '') untakenFiles.add(file);
}

/** Continues what was paused because the server could not be reached, once it can: each window a moment after it is connected again. */
liveStore.on('all', () => {
  for (const entry of entries.values()) if (entry.shown.state === 'paused' && !entry.kept.paused) void run(entry);
});

/** Continues when the same person has signed in again, unless they paused or removed it meanwhile; after a reload `restore` does that. */
function awaitSession(entry: Entry): void {
  const { key, userId } = entry.kept;
  const token = getAccessToken();
  entry.unanswered = undefined;
  show(entry, { ...still, state: 'waiting', reason: '登录已过期，重新登录后自动继续' });
  const unsubscribe = sessionStore.subscribe(() => {
    if (getAccessToken() === token) return;
    unsubscribe();
    if (entries.get(key) === entry && !entry.kept.paused && sessionStore.get().userId === userId) void run(entry);
  });
}

function eventsOf(entry: Entry) {
  const { size, chunkSize } = entry.kept;
  const meter = speedMeter(size);
  let drawn = -Infinity;
  return {
    onSent: (sent: number) => {
      if (sent >= (entry.kept.uploadId === undefined ? Math.min(size, chunkSize) : size)) entry.unanswered = 'chunk';
      if (!isListed(entry)) return;
      const now = performance.now();
      meter.mark(sent, now);
      if (now - drawn < updateIntervalMs) return;
      drawn = now;
      show(entry, { sent: uploadProgress.raise(entry.kept.key, sent), ...meter.read() });
    },
    onId: (uploadId: string | undefined) => {
      // The server has removed it with all of its chunks, so its progress restarts.
      if (uploadId === undefined) uploadProgress.forget(entry.kept.key);
      keep(entry, uploadId === undefined ? { uploadId, hashes: {} } : { uploadId });
      entry.unanswered = undefined;
      if (!isListed(entry)) discard(entry);
    },
    onChunk: (index: number, hash: string) => keep(entry, { hashes: { ...entry.kept.hashes, [index]: hash } }),
    onWaiting: (reason: string | undefined) => {
      meter.reset();
      show(entry, { ...still, state: reason === undefined ? 'uploading' : 'waiting', reason });
    },
  };
}

/** Ends an upload that is no longer listed. Where only an answer says what the server has, that is awaited, or asked for a few times. */
function discard(entry: Entry): void {
  const { control, unanswered, kept } = entry;
  if (kept.uploadId === undefined && unanswered !== undefined) return void run(entry);
  control?.abort();
  if (kept.uploadId !== undefined) void discardUpload(kept.uploadId, control !== undefined || unanswered !== undefined);
}

function forget(key: string): void {
  entries.delete(key);
  uploadProgress.forget(key);
  void unfinishedStore.remove(key);
  emit();
}

/** Uploads of this window: they continue on other pages and after a reload. */
export const uploads = {
  get: list.get,
  subscribe: list.subscribe,
  /** Calls back with each stored file of the uploads that match: at once with those without an owner that were stored while nobody listened. */
  onStored: (matches: StoredListener['matches'], listener: StoredListener['listener']): (() => void) => {
    const entry = { matches, listener };
    storedListeners.add(entry);
    for (const { record, upload } of untakenFiles.take(sessionStore.get().userId, matches)) listener(record, upload);
    return () => storedListeners.delete(entry);
  },
  /** Starts an upload and returns its key. The file must have been checked before. */
  add: (file: File, target: UploadTarget): string => {
    const key = newKey();
    const entry = entryOf(freshOf(key, file, target), target, file);
    entries.set(key, entry);
    emit();
    void unfinishedStore.write(entry.kept);
    void unfinishedStore.keepFile(key, file);
    void run(entry);
    return key;
  },
  pause: (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entry.control?.abort();
    entry.control = undefined;
    keep(entry, { paused: true });
    show(entry, { ...still, state: 'paused' });
  },
  /** Resumes it, with the file selected again if it is not stored; false if that is another file. */
  resume: async (key: string, chosen?: File): Promise<boolean> => {
    const entry = entries.get(key);
    if (entry === undefined) return true;
    if (chosen !== undefined) {
      if (!(await sameFile(chosen, entry.kept, hashBlob))) return false;
      entry.file = chosen;
    }
    keep(entry, { paused: false, window: windowId() });
    show(entry, { own: true });
    void run(entry);
    return true;
  },
  /** Removes it from the list, and has the server delete its chunks, or the file that they have become meanwhile. */
  remove: (key: string): void => {
    const entry = entries.get(key);
    forget(key);
    if (entry !== undefined) discard(entry);
  },
  /** Loads the unfinished uploads of this browser, once; those of this window resume automatically. A preview of a role sends nothing. */
  restore: async (): Promise<void> => {
    const { userId, preview } = sessionStore.get();
    if (userId === '' || preview !== null || restored === userId) return;
    restored = userId;
    const found = await unfinishedStore.list(userId);
    await Promise.all(found.filter(({ key }) => !entries.has(key)).map(resumeUpload));
  },
};

async function resumeUpload(kept: Unfinished): Promise<void> {
  const file = await unfinishedStore.fileOf(kept.key);
  const entry = entryOf(kept, { ...kept, url: uploadUrl }, file);
  entries.set(kept.key, entry);
  const { own } = entry.shown;
  show(entry, { state: own && kept.paused ? 'paused' : 'unfinished', needsFile: file === undefined });
  if (own && !kept.paused && file !== undefined) void run(entry);
}
