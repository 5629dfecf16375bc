import { z } from 'zod';
import { only } from './only.ts';
import type { ServerFeature } from './server-feature.ts';
import type { ServerModule } from './server-module.ts';

const some = z.unknown().optional();

const feature = only<ServerFeature>({
  name: z.string(),
  parts: some,
  wrap: some,
  routes: some,
  jobs: some,
  choosers: some,
  fileReach: some,
  guards: some,
  findable: some,
  find: some,
  waiting: some,
  choicesOf: some,
  signInWays: some,
  directories: some,
  settingTrials: some,
  entering: some,
  arriving: some,
  tellOwners: some,
  passwordReset: some,
  outlivesPassword: some,
  readNotice: some,
  sealed: some,
});

/** What a module says of itself on the server: a misspelt name would silently do nothing. */
export const serverShape = only<ServerModule>({
  name: z.string(),
  migrations: z.string().optional(),
  features: z.array(feature),
  settings: some,
  seed: some,
  tables: some,
});
