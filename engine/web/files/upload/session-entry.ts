/** A list or record of this window in session storage, where it survives a reload; `empty` while there is none. */
export const sessionEntry = <Value extends object>(place: string, empty: Value) => ({
  read: (): Value => {
    try {
      const text = sessionStorage.getItem(place);
      return text === null ? empty : (JSON.parse(text) as Value);
    } catch {
      return empty;
    }
  },
  write: (value: Value): void => {
    try {
      if (Object.keys(value).length === 0) sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, JSON.stringify(value));
    } catch {
      // Storage is full or unavailable: the entry stays as it was.
    }
  },
});
