/** What a module may be called, and a resource of it or a page of none, as texts of regular expressions. */
export const moduleName = '[a-z][a-z0-9]*';
export const resourceName = `${moduleName}/[a-z][a-z-]*`;
