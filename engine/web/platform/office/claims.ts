/** Thrown for modules that conflict. The message says what conflicts, between which features, and how to fix it. */
export class ModuleConflict extends Error {}

/** Something that a feature claims exclusively, such as a page key or a card. */
export interface Claim {
  readonly what: string;
  /** The feature and its module, such as `sys/users`. */
  readonly by: string;
}

/** The claims of all features; `namesOf` returns the names that a feature claims. */
export const claimsOf = <Part extends { readonly by: string }>(
  parts: readonly Part[],
  namesOf: (part: Part) => readonly string[],
): Claim[] => parts.flatMap((part) => namesOf(part).map((what) => ({ what, by: part.by })));

/** Returns a sentence for each claim of this kind that more than one feature makes. */
export function clashes(kind: string, claims: readonly Claim[]): string[] {
  const first = new Map<string, string>();
  return claims.flatMap(({ what, by }) => {
    const other = first.get(what);
    if (other === undefined) first.set(what, by);
    return other === undefined ? [] : [`${other} and ${by} both bring the ${kind} ${what}: take it out of one of them, or rename it`];
  });
}

/** Throws an error with all sentences, if there are any. */
export function throwConflicts(sentences: readonly string[]): void {
  if (sentences.length > 0) throw new ModuleConflict(sentences.join('\n'));
}
