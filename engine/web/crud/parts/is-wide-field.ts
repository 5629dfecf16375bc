import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';

/** Whether a field, a multi-line text or a title as long as a line, takes a full row in forms and details. */
export function isWideField(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name);
  return field.kind === 'longText' || field.kind === 'json' || (field.kind === 'text' && name === resource.label && field.max >= 200);
}
