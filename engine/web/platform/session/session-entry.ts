/** The name shows what is kept: the sign-in page, which removes it if another person comes, does not know the features that store it. */
export const keptName = (place: string): string => `kept ${place}`;

/**
 * A list or record of this window in session storage, where it survives a reload; `empty` while there is none. With `keptOverSignIn` it also survives
 * an expired session, until another person signs in (suspended-session.ts).
 */
export const sessionEntry = <Value extends object>(place: string, empty: Value, { keptOverSignIn = false } = {}) =>
  entryOf(keptOverSignIn ? keptName(place) : place, empty);

const entryOf = <Value extends object>(place: string, empty: Value) => ({
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
