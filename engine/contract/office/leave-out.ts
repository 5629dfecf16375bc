import type { Module } from './module.ts';

/**
 * The module without some of its features, whose parts on both sides then do nothing. Throws for a name that no feature of the module has.
 * @example
 * export const modules: readonly Module[] = [leaveOut(sys, 'sms')];
 */
export function leaveOut(module: Module, ...names: readonly string[]): Module {
  const unknown = names.find((name) => !module.features.some((feature) => feature.name === name));
  if (unknown !== undefined) throw new Error(`${module.name} has no feature ${unknown} that could be left out`);
  const isOut = ({ name }: { name: string }): boolean => names.includes(name);
  return {
    ...module,
    features: module.features.filter((feature) => !isOut(feature)),
    leftOut: [...(module.leftOut ?? []), ...module.features.filter(isOut)],
  };
}
