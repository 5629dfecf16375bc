import type { Issue } from '@back-office/contract/resource/issue.ts';
import { hasChildren, hasLabel, labelName, oneTimePassword } from '@back-office/contract/resource/field.ts';
import { isDatetime } from '@back-office/contract/resource/is-datetime.ts';
import { isTimeOfUse, parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { isDeepStrictEqual } from 'node:util';
import { defaultOf } from './create.ts';

/** The most issues reported for one record: a thousand made-up names are an attack, and the answer would be larger than the request. */
const maxIssues = 100;

const ofServer: readonly string[] = ['id', 'version'];

/**
 * Splits a posted record into the form's fields and issues for the others. A record may be posted back whole as `select` returned it: a field that a
 * form cannot write must be unchanged; a changed or unknown field is refused, never dropped (docs/wire.md "Generic calls"). `current` is the stored
 * record, or undefined for an insert, where "unchanged" means "empty".
 */
export function splitRecord(
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  current: AnyRow | undefined,
): { values: Record<string, unknown>; issues: Issue[] } {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  const earlier = Object.keys(record).filter((name) => current !== undefined && isEarlierTime(resource, name, record[name], current));
  for (const [name, value] of Object.entries(record)) {
    if (issues.length === maxIssues) break;
    if (resource.form.includes(name)) values[name] = value;
    else if (isDerived(resource, name)) {
      if (current === undefined && value !== false && !isUnchanged(resource, name, value, current))
        issues.push({ field: name, message: `${name.slice(0, 50)}不可修改` });
    } else if (!ofServer.includes(name) && !Object.hasOwn(resource.fields, name))
      issues.push({ field: name, message: `未知字段：${name.slice(0, 50)}` });
    else if (!earlier.includes(resource.fields[name]?.setWith ?? name) && !isUnchanged(resource, name, value, current))
      issues.push({ field: name, message: `${resource.fields[name]?.label ?? name}不可修改` });
  }
  return { values, issues };
}

/**
 * True for properties that come with a record but are not fields of it: labels of references, whether a node has children, and the one-time answers
 * of a save. They change with other records and without a new version, so a difference does not mean that this record was changed; a new record has
 * none, except that it has no children.
 */
function isDerived(resource: Resource, name: string): boolean {
  const fields = Object.entries(resource.fields);
  if (name === hasChildren) return parentFieldOf(resource) !== undefined;
  if (resource.once !== undefined && Object.hasOwn(resource.once, name)) return true;
  if (name === oneTimePassword) return fields.some(([, { kind }]) => kind === 'secret');
  return fields.some(([field, declared]) => labelName(field) === name && hasLabel(declared));
}

function isUnchanged(resource: Resource, name: string, value: unknown, current: AnyRow | undefined): boolean {
  // The id selected the record, and the version is compared elsewhere.
  if (current !== undefined) return ofServer.includes(name) || isDeepStrictEqual(value, current[name]);
  const field = resource.fields[name];
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty || (field !== undefined && isDeepStrictEqual(value, defaultOf(field)));
}

/**
 * True for a time that the server updates without raising the version, such as the last sign-in, if the record may have held the posted value when it
 * was read: none yet, or a time between its creation and the current value. What is declared as set with it may then be earlier too.
 */
function isEarlierTime(resource: Resource, name: string, value: unknown, current: AnyRow): boolean {
  const now = current[name];
  if (!isTimeOfUse(resource, name) || typeof now !== 'string') return false;
  return value === null || (typeof value === 'string' && isDatetime(value) && String(current['createTime']) <= value && value < now);
}
