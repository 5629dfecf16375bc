import { syncBuiltinESMExports } from 'node:module';

/**
 * Replaces functions of one of Node's modules in a test, also for modules that imported them by name, and were loaded
 * before: the test files of a worker share their modules, so that `vi.mock` may come too late, or reach the next file.
 * `builtin` is the default export of Node's module. Call the function returned to have the real ones again.
 */
export function replaceBuiltin<Builtin extends object>(builtin: Builtin, functions: Partial<Builtin>): () => void {
  const names = Object.keys(functions) as (keyof Builtin)[];
  const real = Object.fromEntries(names.map((name) => [name, builtin[name]]));
  Object.assign(builtin, functions);
  syncBuiltinESMExports();
  return () => {
    Object.assign(builtin, real);
    syncBuiltinESMExports();
  };
}
