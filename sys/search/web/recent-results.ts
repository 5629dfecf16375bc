import { recordIn } from '@back-office/contract/record-in.ts';
import type { FoundPlace } from './search-entry.ts';

/** A used command, by name. */
export interface UsedCommand {
  command: string;
}

type Kept = FoundPlace | UsedCommand;

const key = 'recent-finds';
const kept = 6;

/** The last opened pages and used commands; in this session only, as they contain people's names. */
export const recentResults = {
  read: (): Kept[] => {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isEntry) : [];
    } catch {
      return [];
    }
  },
  add: (entry: Kept): void => {
    const entries = [entry, ...recentResults.read().filter((other) => keyOf(other) !== keyOf(entry))].slice(0, kept);
    try {
      sessionStorage.setItem(key, JSON.stringify(entries));
    } catch {
      // Storage is full: this list is only a convenience.
    }
  },
};

const keyOf = (entry: Kept): string => ('command' in entry ? `command ${entry.command}` : entry.path);

const isEntry = (value: unknown): value is Kept => {
  const { path, label, detail, target, command } = recordIn(value);
  if (typeof command === 'string') return true;
  const opens = target === undefined || target === '_blank';
  return opens && typeof path === 'string' && typeof label === 'string' && typeof detail === 'string';
};
