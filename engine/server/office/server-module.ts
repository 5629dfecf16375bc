import type { ServerFeature } from './server-feature.ts';

/** What a module does on the server (`Module`, of the same name). */
export interface ServerModule {
  readonly name: string;
  /** The folder of its migrations, NNNN-name.sql. */
  readonly migrations: string;
  readonly features: readonly ServerFeature[];
}
