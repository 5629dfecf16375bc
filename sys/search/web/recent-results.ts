import type { FoundPlace } from './search-entry.ts';

const key = 'recent-finds';
const kept = 6;

/** What was opened from here last, in this session only: it names people. */
export const recentResults = {
  read: (): FoundPlace[] => {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isEntry) : [];
    } catch {
      return [];
    }
  },
  add: (entry: FoundPlace): void => {
    const entries = [entry, ...recentResults.read().filter(({ path }) => path !== entry.path)].slice(0, kept);
    try {
      sessionStorage.setItem(key, JSON.stringify(entries));
    } catch {
      // Full: what was opened last is a convenience.
    }
  },
};

const isEntry = (value: unknown): value is FoundPlace => {
  const { path, label, detail, target } = (value ?? {}) as Partial<FoundPlace>;
  const opens = target === undefined || target === '_blank';
  return opens && typeof path === 'string' && typeof label === 'string' && typeof detail === 'string';
};
