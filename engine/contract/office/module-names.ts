/** The base module: its tables hold users, roles and logs. For historical reasons its names have no prefix; those of every other module do. */
export const baseModule = 'sys';

/** The pattern of permission names, as the text of a regular expression: those of menu entries, of functions' grants and of API keys. */
export const permissionName = '[A-Za-z][A-Za-z0-9_:-]*';

/**
 * Whether the module may use this name: it must begin with the module's own, as in `acme/agreement`, `acme_agreement`, `acmeBadge`, `acme-warn` and
 * `/acme/agreement`. The base module may use any name.
 */
export const isNameOf = (module: string, name: string): boolean =>
  module === baseModule || new RegExp(`^/?${module}(?![a-z0-9])`).test(name);
