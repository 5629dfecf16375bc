/**
 * The module that the engine stands on: its tables hold users, roles and what was done. Its names carry no prefix, as
 * they did before there were others; those of every other module do.
 */
export const baseModule = 'sys';

/** What a word of a right may be, as the text of a regular expression: those that a menu's entry brings, a function grants and an API key names. */
export const permissionName = '[A-Za-z][A-Za-z0-9_:-]*';

/**
 * Whether this name is one that the module may give: it begins with the module's own, as `acme/agreement`,
 * `acme_agreement`, `acmeBadge`, `acme-warn` and `/acme/agreement` do. The base module's names may be any.
 */
export const isNameOf = (module: string, name: string): boolean =>
  module === baseModule || new RegExp(`^/?${module}(?![a-z0-9])`).test(name);
