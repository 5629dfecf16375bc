import { z } from 'zod';

/** A text that a vendor may omit, hide or leave empty. */
export const textIn = z
  .string()
  .nullish()
  .transform((text) => (text === undefined || text === null || text.trim() === '' ? undefined : text.trim()));

/** A telephone number in local notation: domestic numbers without the country code. */
export const phoneIn = textIn.transform((phone) => phone?.replace(/^\+86[- ]?/, ''));
