import type { z } from 'zod';
import { refused } from './refusal.ts';

/**
 * The value parsed by its schema; 40000 with the schema's own messages for each invalid field.
 * @example
 * const asked = z.object({ days: z.coerce.number('天数应为数字').max(90) });
 * export const daysRoute = (app: FastifyInstance) =>
 *   app.get('/api/acme/days', { config: { right: 'session', shape: { query: asked, data: z.number() } } }, ({ query }) => ok(readAs(asked, query).days));
 */
export function readAs<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
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
