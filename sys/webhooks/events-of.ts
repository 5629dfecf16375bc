import type { Operation, Resource } from '@back-office/contract/resource/resource.ts';
import { changeKinds } from './webhook.ts';

/** The generic call that does it. */
const callOf: Readonly<Record<string, Operation>> = { added: 'save', changed: 'save', deleted: 'delete' };

/** The events that a resource can have, such as `sys/user:added`: what its generic calls do to its records, and what it declares besides. */
export const eventsOf = ({ name, operations, ownChanges = [] }: Resource): string[] =>
  Object.keys(changeKinds).flatMap((kind) =>
    operations.some((call) => call === callOf[kind]) || ownChanges.some((own) => own === kind) ? [`${name}:${kind}`] : [],
  );
