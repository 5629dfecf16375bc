import type { Issue } from '@back-office/contract/resource/issue.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import { constraintOf, exceedsLimit } from './database-errors.ts';
import { indexNameOf } from './unique-keys.ts';

type Issues = (Issue & { row?: number })[];

interface Row {
  readonly values: Readonly<Record<string, unknown>>;
  readonly current: Readonly<Record<string, unknown>> | undefined;
}

/** An index holds a third of a page, 2,704 bytes with what the database adds, of a text that it cannot compress. */
const surelyFits = 2600;

/**
 * What is wrong if the error says that a value of a unique key is too long for its index; empty for any other error. Beyond 8,191 bytes the database
 * names no index: then it is the first key that some row may be too long for. Empty without `rows` too: then nobody can shorten the value.
 */
export function tooLongKeys(resource: Resource, error: unknown, rows: readonly Row[]): Issues {
  if (!exceedsLimit(error)) return [];
  const constraint = constraintOf(error);
  if (constraint === undefined)
    return resource.unique.map((names) => longRows(resource, names, rows)).find((issues) => issues.length > 0) ?? [];
  const names = resource.unique.find((key) => indexNameOf(resource, key) === constraint);
  if (names === undefined) return [];
  const issues = longRows(resource, names, rows);
  return issues.length > 0 || rows.length === 0 ? issues : [issueAt(resource, names.at(-1) ?? '')];
}

/**
 * The rows whose values of a unique key may be too long for its index, at the longest field. The database says only that one of them is: it names no
 * row, and compresses some texts.
 */
function longRows(resource: Resource, names: readonly string[], rows: readonly Row[]): Issues {
  return rows.flatMap(({ values, current }, row) => {
    const sizes = names.map((name) => Buffer.byteLength(textOf({ ...current, ...values }[name])));
    const longest = names[sizes.indexOf(Math.max(...sizes))];
    return longest === undefined || sizes.reduce((sum, size) => sum + size, 0) <= surelyFits ? [] : { ...issueAt(resource, longest), row };
  });
}

const issueAt = ({ fields }: Resource, field: string): Issue => ({
  field,
  message: `${fields[field]?.label ?? field}太长：不能重复的内容最多约 800 个汉字，请缩短`,
});
