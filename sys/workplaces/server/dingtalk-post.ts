import type { z } from 'zod';

/** A call that reads from the company's directory, with the app's token. */
export type DingtalkPost = <Schema extends z.ZodType>(path: string, body: object, schema: Schema) => Promise<z.output<Schema>>;
