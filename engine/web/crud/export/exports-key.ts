/** Key of the query of the user's own exports. */
export const exportsKey = ['sys/export', 'select-exports'];
