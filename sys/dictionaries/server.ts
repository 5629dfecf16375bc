import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { choicesOf, dictPart } from './server/dict.ts';

/** Dictionaries on the server: their trees, and the words that fields may hold. */
export const dictionariesServer: ServerFeature = {
  name: 'dictionaries',
  parts: () => ({ 'sys/dict': dictPart }),
  choicesOf,
  findable: [{ resource: 'sys/dict', detail: 'dictValue', order: 40 }],
};
