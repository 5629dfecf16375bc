/** Each name of `T`, and no other: the compiler holds it against the type. */
export type Names<T> = Readonly<Record<keyof T, true>>;

/** Says, a sentence each, what values say under names that nobody reads: a misspelt one would silently do nothing. */
export function strangeNames(values: readonly { readonly by: string }[], names: Readonly<Record<string, true>>): string[] {
  return values.flatMap(({ by, ...value }) =>
    Object.keys(value)
      .filter((name) => !Object.hasOwn(names, name))
      .map((name) => `${by}.${name}: nothing is called ${name} here: correct it, or leave it out`),
  );
}
