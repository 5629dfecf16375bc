import { sessionEntry } from '../../platform/session/session-entry.ts';

const { read, write } = sessionEntry<Record<string, number>>('uploads-reached', {});

/** The displayed progress of each upload of this window. Sending a chunk again, also after a reload, does not lower it. */
export const uploadProgress = {
  of: (key: string): number => read()[key] ?? 0,
  /** Records that `sent` bytes are shown, and returns what to show: never less than before. */
  raise: (key: string, sent: number): number => {
    const all = read();
    const most = Math.max(all[key] ?? 0, sent);
    if (most !== all[key]) write({ ...all, [key]: most });
    return most;
  },
  forget: (key: string): void => {
    const { [key]: gone, ...rest } = read();
    if (gone !== undefined) write(rest);
  },
};
