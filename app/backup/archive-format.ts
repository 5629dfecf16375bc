import { z } from 'zod';

/*
 * A backup is a tar, compressed by gzip: manifest.json; tables/<table>/<number>.json with a list of rows each, every row
 * on a line of its own; objects/<key> with the bytes of files; last summary.json, without which it is not whole.
 */
export const manifestName = 'manifest.json';
export const summaryName = 'summary.json';
export const formatVersion = 1;

/** The name under which the objects of the storage are tallied. */
export const objectsTally = 'objects';

const tallied = z.record(z.string(), z.object({ count: z.int().min(0), hash: z.string() }));

export const manifestSchema = z.object({
  format: z.literal(formatVersion),
  version: z.string(),
  createTime: z.string(),
  /** Checksums of the migrations that made the schema, by name. */
  migrations: z.record(z.string(), z.string()),
  /** The modules that it holds, with the last migration of each; a backup from before there were several does not say so. */
  modules: z.record(z.string(), z.string()).optional(),
  /** When the first month begins that its logs have a part of; absent where they had none. */
  logsSince: z.string().optional(),
});

export const summarySchema = z.object({
  tables: tallied,
  objects: tallied,
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Summary = z.infer<typeof summarySchema>;
