import type { z } from 'zod';

/** A call that reads something of the company's list, with the app's token. */
export type DingtalkPost = <Schema extends z.ZodType>(path: string, body: object, schema: Schema) => Promise<z.output<Schema>>;
