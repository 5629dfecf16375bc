/**
 * The most characters of a dictionary's entry: of a new one no more Chinese characters than its unique index holds. Earlier versions stored more, up
 * to `stored`, and what is stored can be chosen in fields.
 */
export const dictLengths = { added: 800, stored: 2000 } as const;
