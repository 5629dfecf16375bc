/** Under this name the window remembers how far each of its uploads was seen to be, over a reload too. */
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
    // Full, or not to be had: then a reload shows what has surely arrived.
  }
};

/** How far a person has seen each upload of this window. A chunk that is sent again, or again after a reload, takes nothing back. */
export const uploadProgress = {
  of: (key: string): number => read()[key] ?? 0,
  /** Takes down that `sent` bytes are shown, and gives what is to be shown: never less than before. */
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
