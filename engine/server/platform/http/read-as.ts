import type { z } from 'zod';
import { refused, refusedField } from './refusal.ts';

/**
 * The value parsed by its schema; 40000 with the schema's own messages for each invalid field, and for text that the database cannot store.
 * @example
 * const asked = z.object({ days: z.coerce.number('天数应为数字').max(90) });
 * export const daysRoute = (app: FastifyInstance) =>
 *   app.get('/api/acme/days', { config: { right: 'session', shape: { query: asked, data: z.number() } } }, ({ query }) => ok(readAs(asked, query).days));
 */
export function readAs<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(sent, { error: wordsOf });
  if (success) {
    const field = unstorableIn(data, 'body');
    if (field === undefined) return data;
    throw refusedField(field, '内容含有无法保存的字符');
  }
  throw refused(error.issues.slice(0, maxIssues).map((issue) => ({ field: fieldOf(issue), message: issue.message })));
}

/** Nobody reads more issues, however many rows a list has. */
const maxIssues = 100;

/** The message if the schema has none of its own. */
const wordsOf = (issue: z.core.$ZodRawIssue): string =>
  issue.code === 'unrecognized_keys' ? `未知字段：${nameOf(issue.keys)}` : '内容格式不正确';

const fieldOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'unrecognized_keys' ? nameOf(issue.keys) : String(issue.path.findLast((name) => typeof name === 'string') ?? 'body');

const nameOf = ([name = '']: readonly string[]): string => name.slice(0, 50);

/** The name of the first text with a zero character or an unpaired surrogate, which no column takes. */
function unstorableIn(value: unknown, name: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? name : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [key, part] of Object.entries(value)) {
    const found = unstorableIn(key, name) ?? unstorableIn(part, isList ? name : key);
    if (found !== undefined) return found;
  }
  return undefined;
}
