/** The patterns of the names of modules, and of their resources and pages, as texts of regular expressions. */
export const moduleName = '[a-z][a-z0-9]*';
export const resourceName = `${moduleName}/[a-z][a-z-]*`;
