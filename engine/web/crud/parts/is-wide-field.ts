import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';

/** A text of sentences, and a title as long as a line: they have a row of their own, where they are read and where they are written. */
export function isWideField(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name);
  return field.kind === 'longText' || field.kind === 'json' || (field.kind === 'text' && name === resource.label && field.max >= 200);
}
