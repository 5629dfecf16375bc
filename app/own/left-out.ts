/**
 * `#office/left-out` without a company: 1 if modules are loaded after the shell, else 0, and the features of the product that this
 * office omits. Words, so that the build keeps the code that reads them and the shell has the same size with a company and without.
 */
export const late = '0';
