import { z } from 'zod';

/*
 * A backup is a gzipped tar: manifest.json; tables/<table>/<number>.json with a list of rows each, one row
 * per line; objects/<key> with the bytes of files; and finally summary.json, without which it is incomplete.
 */
export const manifestName = 'manifest.json';
export const summaryName = 'summary.json';
export const formatVersion = 1;

/** The name of the storage's objects in a tally. */
export const objectsTally = 'objects';

const tallied = z.record(z.string(), z.object({ count: z.int().min(0), hash: z.string() }));

export const manifestSchema = z.object({
  format: z.literal(formatVersion),
  version: z.string(),
  createTime: z.string(),
  /** Checksums of the migrations that made the schema, by name. */
  migrations: z.record(z.string(), z.string()),
  /** The modules in the backup, with the last migration of each; absent in backups older than modules. */
  modules: z.record(z.string(), z.string()).optional(),
  /** The start of the first month for which its logs have a partition; absent if they had none. */
  logsSince: z.string().optional(),
});

export const summarySchema = z.object({
  tables: tallied,
  objects: tallied,
  /** How many files the database names that were not there; absent if none, and in older backups. */
  missingObjects: z.int().min(1).optional(),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Summary = z.infer<typeof summarySchema>;
