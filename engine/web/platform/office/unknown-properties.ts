/** Exactly the property names of `T`, which the compiler checks. */
export type Names<T> = Readonly<Record<keyof T, true>>;

/** Returns a sentence for each unknown property name: a misspelt one would silently do nothing. */
export function unknownProperties(values: readonly { readonly by: string }[], names: Readonly<Record<string, true>>): string[] {
  return values.flatMap(({ by, ...value }) =>
    Object.keys(value)
      .filter((name) => !Object.hasOwn(names, name))
      .map((name) => `${by}.${name}: nothing is called ${name} here: correct it, or leave it out`),
  );
}
