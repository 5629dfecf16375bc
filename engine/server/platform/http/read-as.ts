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
  const data = readShape(schema, sent);
  const field = unstorableIn(data);
  if (field === undefined) return data;
  throw refusedField(field.slice(0, 50), '内容含有无法保存的字符');
}

/** The same for calls that check their texts themselves, and say more precisely which is wrong. */
export function readShape<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(sent, { error: wordsOf });
  if (success) return data;
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

/** The name of a text with a zero character or an unpaired surrogate, which no column takes. A list, since recursion would overflow for deep values. */
function unstorableIn(sent: unknown): string | undefined {
  const waiting: [name: string, value: unknown][] = [['body', sent]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [name, value] = next;
    if (typeof value === 'string' && isUnstorable(value)) return name;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      if (isUnstorable(key)) return name;
      waiting.push([Array.isArray(value) ? name : key, part]);
    }
  }
  return undefined;
}

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();
