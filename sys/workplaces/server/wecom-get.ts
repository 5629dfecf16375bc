import type { z } from 'zod';

/** A read call with the app's token. */
export type WecomGet = <Schema extends z.ZodType>(
  path: string,
  params: Readonly<Record<string, string>>,
  schema: Schema,
) => Promise<z.output<Schema>>;
