import type { Module } from './module.ts';
import { joinModules, type Office } from './office.ts';
import { officeMistakes } from './office-mistakes.ts';

/**
 * Puts modules together. Throws where two features claim one name, where a name has not its module's prefix, where a
 * feature that another needs was left out, and where a menu entry stands in no group or leads to no resource: each with
 * the place and the cure.
 */
export function makeOffice(modules: readonly Module[]): Office {
  const mistakes = officeMistakes(modules);
  if (mistakes.length > 0) throw new Error(`These modules do not fit together:\n${mistakes.join('\n')}`);
  return joinModules(modules);
}
