/** The second elements of the query keys: lists by page, trees by parent and by level, the tree beside a list, the person's messages, figures. */
const listed: ReadonlySet<unknown> = new Set(['page', 'total', 'children', 'levels', 'options', 'list', 'home', 'panel-data']);

/**
 * Whether the query with this key is a list that others may have changed meanwhile. The record of an open form is not, as the form keeps its base;
 * its choices are lists.
 */
export const isListed = ([first, second]: readonly unknown[]): boolean => first === 'own' || listed.has(second);
