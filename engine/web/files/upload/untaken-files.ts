import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { sessionEntry } from '../../platform/session/session-entry.ts';
import type { Upload } from './upload.ts';

/** A stored file, the upload that it was, and the person who uploaded it. */
export interface StoredFile {
  record: FileRecord;
  upload: Upload;
  userId: string;
}

const { read, write } = sessionEntry<readonly StoredFile[]>('uploads-untaken', [], { keptOverSignIn: true });

/** Files without an owner that were stored while no page listened, such as behind another tab: no list of the server finds them again. */
export const untakenFiles = {
  add: (file: StoredFile): void => write([...read(), file]),
  /** Removes and returns the person's files whose uploads match. */
  take: (userId: string, matches: (upload: Upload) => boolean): readonly StoredFile[] => {
    const all = read();
    const taken = all.filter((file) => file.userId === userId && matches(file.upload));
    if (taken.length > 0) write(all.filter((file) => !taken.includes(file)));
    return taken;
  },
};
