/** Each connection keeps the plans of so many statements at most; all others are planned each time. */
const most = 500;

interface Planned {
  readonly text: string;
  name: string;
}

const planned = new Map<string, Planned>();
let named = 0;

/**
 * Lets each connection plan this statement once, at its first run there, and gives its text, one string for all that say
 * the same. For texts that come again and again, and of which there are few.
 */
export function planOnce(text: string): string {
  const known = planned.get(text);
  if (known !== undefined) return known.text;
  if (planned.size < most) planned.set(text, { text, name: nextName() });
  return text;
}

/** The name under which connections keep the plan of a statement; undefined for one that is planned each time. */
export const planNameOf = (text: string): string | undefined => planned.get(text)?.name;

/** Has the statement planned anew everywhere: a migration of a newer version changed a type under its plan. */
export function planAnew(text: string): void {
  const known = planned.get(text);
  if (known !== undefined) known.name = nextName();
}

const nextName = (): string => `planned-${++named}`;
