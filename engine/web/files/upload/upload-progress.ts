/** Session storage key for the displayed progress of this window's uploads, which survives a reload. */
const place = 'uploads-reached';

const read = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

const write = (all: Record<string, number>): void => {
  try {
    if (Object.keys(all).length === 0) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, JSON.stringify(all));
  } catch {
    // Storage is full or unavailable: after a reload the progress is what the server has received.
  }
};

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
