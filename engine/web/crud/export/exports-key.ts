/** Key of the query of one's own exports. */
export const exportsKey = ['sys/export', 'select-exports'];
