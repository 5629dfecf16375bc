import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Directory } from '@back-office/server/office/directory.ts';

/** What synchronisations work with. */
export interface DirectoryParts extends Pick<Services, 'db' | 'contextFor' | 'operationsOf' | 'log'> {
  /** The directory that is set by that word. */
  readonly directoryOf: (id: string) => Directory | undefined;
}
