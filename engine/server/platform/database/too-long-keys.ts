import type { Issue } from '@back-office/contract/resource/issue.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';

interface Row {
  readonly values: Readonly<Record<string, unknown>>;
  readonly current: Readonly<Record<string, unknown>> | undefined;
}

/** An index holds a third of a page, 2,704 bytes with what the database adds, of a text that it cannot compress. */
const surelyFits = 2600;

/**
 * The rows whose values of a unique key may be too long for its index, at the longest field. The database says only that one of them is: it names no
 * row, and compresses some texts. If none is that long, the issue names no row.
 */
export function tooLongKeys({ fields }: Resource, names: readonly string[], rows: readonly Row[]): (Issue & { row?: number })[] {
  const issueAt = (field: string) => ({ field, message: `${fields[field]?.label ?? field}太长：不能重复的内容最多约 800 个汉字，请缩短` });
  const long = rows.flatMap(({ values, current }, row) => {
    const sizes = names.map((name) => Buffer.byteLength(textOf({ ...current, ...values }[name])));
    const longest = names[sizes.indexOf(Math.max(...sizes))];
    return longest === undefined || sizes.reduce((sum, size) => sum + size, 0) <= surelyFits ? [] : { ...issueAt(longest), row };
  });
  return long.length > 0 ? long : [issueAt(names.at(-1) ?? '')];
}
