import { ownSchema } from '../platform/database/own-schema.ts';

/** The address of a database for a test that queries it directly: names are resolved as in the product's own sessions. */
export function inOwnSchema(url: string): string {
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${ownSchema},pg_catalog`);
  return own.href;
}
