import type { Office } from '@back-office/contract/office/office.ts';
import { changeKinds } from '@back-office/contract/office/own-events.ts';
import type { Operation, Resource } from '@back-office/contract/resource/resource.ts';

/** The generic call that does it. */
const callOf: Readonly<Record<string, Operation>> = { added: 'save', changed: 'save', deleted: 'delete' };

/**
 * The events that a resource can have, such as `sys/user:added`, with their words: what its generic calls do to its records, what it declares
 * besides, and the events of its module.
 */
export function eventsOf({ features }: Pick<Office, 'features'>, { name, operations, ownChanges = [] }: Resource): Map<string, string> {
  const changes = Object.entries(changeKinds).filter(
    ([kind]) => operations.some((call) => call === callOf[kind]) || ownChanges.some((own) => own === kind),
  );
  const own = features.flatMap(({ events = [] }) => events).filter(({ resource }) => resource === name);
  return new Map(
    [...changes, ...own.flatMap(({ words }) => Object.entries(words))].map(([kind, word]): [string, string] => [`${name}:${kind}`, word]),
  );
}
