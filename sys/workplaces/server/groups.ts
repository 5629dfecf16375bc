/** Groups of a company, whose members are people and whole departments with their descendants. */
export class Groups {
  readonly #above: ReadonlyMap<string, string | undefined>;
  readonly #ofPeople = new Map<string, Set<string>>();
  readonly #ofDepartments = new Map<string, Set<string>>();

  /** Takes the departments, each with its parent. */
  constructor(above: ReadonlyMap<string, string | undefined>) {
    this.#above = above;
  }

  add(name: string, { people, departments = [] }: { people: readonly string[]; departments?: readonly string[] }): void {
    for (const person of people) this.#ofPeople.set(person, (this.#ofPeople.get(person) ?? new Set()).add(name));
    for (const key of departments) this.#ofDepartments.set(key, (this.#ofDepartments.get(key) ?? new Set()).add(name));
  }

  /** The names of a person's groups. */
  of(person: string, departments: readonly string[]): string[] {
    const names = new Set(this.#ofPeople.get(person));
    const seen = new Set<string>();
    for (const key of departments)
      for (let at: string | undefined = key; at !== undefined && !seen.has(at); at = this.#above.get(at)) {
        seen.add(at);
        for (const name of this.#ofDepartments.get(at) ?? []) names.add(name);
      }
    return [...names];
  }
}
