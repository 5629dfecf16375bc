/** By the second word of their keys: lists as pages, trees by parents and by levels, the tree beside a list, one's messages, figures. */
const listed: ReadonlySet<unknown> = new Set(['page', 'total', 'children', 'levels', 'options', 'list', 'home', 'panel-data']);

/**
 * Whether what is kept under this key is a list of what others may have changed meanwhile; a form that is open keeps what it began
 * with, and what it may choose from is a list.
 */
export const isListed = ([first, second]: readonly unknown[]): boolean => first === 'own' || listed.has(second);
