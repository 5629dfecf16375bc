import type { z } from 'zod';

/** A call that reads from the company's contacts, with the app's token. */
export type FeishuGet = <Schema extends z.ZodType>(
  path: string,
  params: Readonly<Record<string, string>>,
  schema: Schema,
) => Promise<z.output<Schema>>;
