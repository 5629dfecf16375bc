import type { Resource } from '@back-office/contract/resource/resource.ts';

let find: ((name: string) => Resource) | undefined;

/** Says where declarations are found by name. Called once by sys/logs/web, since a field kind may name none. */
export function setResourceLookup(lookup: (name: string) => Resource): void {
  find = lookup;
}

/** The resource that a reference names in `to`. */
export function resourceNamed(name: string): Resource {
  if (find === undefined) throw new Error(`Nobody has said where ${name} is declared`);
  return find(name);
}
