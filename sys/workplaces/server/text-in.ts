import { z } from 'zod';

/** A text that a vendor may leave out, hide or leave empty. */
export const textIn = z
  .string()
  .nullish()
  .transform((text) => (text === undefined || text === null || text.trim() === '' ? undefined : text.trim()));

/** A telephone number as it is typed here: that of this country without its code. */
export const phoneIn = textIn.transform((phone) => phone?.replace(/^\+86[- ]?/, ''));
