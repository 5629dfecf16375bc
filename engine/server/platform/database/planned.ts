/** Most statements whose plans each connection keeps; all others are planned at each run. */
const maxPlanned = 500;

interface Planned {
  readonly text: string;
  name: string;
}

const planned = new Map<string, Planned>();
let named = 0;

/**
 * Lets each connection plan this statement once, at its first run there, and returns its text, as one string instance
 * for all equal texts. For few texts that are run often.
 */
export function planOnce(text: string): string {
  const known = planned.get(text);
  if (known !== undefined) return known.text;
  if (planned.size < maxPlanned) planned.set(text, { text, name: nextName() });
  return text;
}

/** The name of the prepared statement; undefined for a statement that is planned at each run. */
export const planNameOf = (text: string): string | undefined => planned.get(text)?.name;

/** Replans the statement on every connection: a migration of a newer version changed a type that its plan uses. */
export function replanStatement(text: string): void {
  const known = planned.get(text);
  if (known !== undefined) known.name = nextName();
}

/** For tests, whose worker may have no room left: forgets all plans, as in a new process. Returns a function that restores them. */
export function forgetPlans(): () => void {
  const before = [...planned];
  planned.clear();
  return () => {
    planned.clear();
    for (const [text, plan] of before) planned.set(text, plan);
  };
}

const nextName = (): string => `planned-${++named}`;
