import type { Module } from './module.ts';
import { joinModules, type Office } from './office.ts';
import { officeMistakes } from './office-mistakes.ts';

/**
 * Combines modules. Throws if two features claim the same name, a name lacks the prefix of its module, a required feature was left out, or a menu
 * entry names a missing group or resource; the message says where the mistake is and how to fix it.
 */
export function makeOffice(modules: readonly Module[]): Office {
  const mistakes = officeMistakes(modules);
  if (mistakes.length > 0) throw new Error(`These modules do not fit together:\n${mistakes.join('\n')}`);
  return joinModules(modules);
}
