import { storeLocally } from '../store/store-locally.ts';

const key = 'sign-in-way';

/** The sign-in method last used in this browser, offered first; undefined for none. */
export const lastSignInMethod = (): string | undefined => localStorage.getItem(key) ?? undefined;

/** Stores the id of the sign-in method used. */
export const rememberSignInMethod = (id: string): void => storeLocally(key, id);
