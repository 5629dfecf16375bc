import type { SavedOf } from '@back-office/contract/resource/row.ts';
import type { token } from './token.ts';

/** A key as the save that made it answers: with the key itself, once. */
export type MadeToken = SavedOf<typeof token> & { token?: string };
