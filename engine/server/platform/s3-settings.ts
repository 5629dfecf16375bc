import { z } from 'zod';
import { StartError } from './start-error.ts';

/** The operator's S3-compatible store (docs/operating.md), and our credentials there. */
export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The variables by name, as part of the schema of all settings. */
export const s3Variables = {
  S3_ENDPOINT: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http or https URL')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

const variables = z.object(s3Variables);

/** Combines the four variables, all of them or none; throws a StartError that names a missing one. */
export function s3Of(values: z.infer<typeof variables>): S3Settings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const all = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const present = Object.entries(all).filter(([, value]) => value !== undefined);
  const [missing] = Object.entries(all).find(([, value]) => value === undefined) ?? [];
  if (present.length > 0 && missing !== undefined) throw new StartError(`${missing} must be set where ${present[0]?.[0] ?? 'S3'} is.`);
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint, bucket, region: values.S3_REGION, accessKeyId, secretAccessKey };
}
