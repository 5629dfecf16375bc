import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { choicesOf } from './server/choices-of.ts';
import { dictPart } from './server/dict-part.ts';

/** Dictionaries on the server: their trees, and the words that fields may hold. */
export const dictionariesServer: ServerFeature = {
  name: 'dictionaries',
  parts: () => ({ 'sys/dict': dictPart }),
  choicesOf,
  findable: [{ resource: 'sys/dict', detail: 'dictValue', order: 40 }],
};
