const key = 'sign-in-way';

/** The way by which somebody signed in last in this browser, so that it is proposed; undefined for none. */
export const lastWay = (): string | undefined => localStorage.getItem(key) ?? undefined;

/** Keeps the id of the way that somebody signs in by. */
export const rememberWay = (id: string): void => localStorage.setItem(key, id);
