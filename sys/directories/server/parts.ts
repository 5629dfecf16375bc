import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Directory } from '@back-office/server/office/directory.ts';

/** Dependencies of synchronisations. */
export interface DirectoryParts extends Pick<Services, 'db' | 'contextFor' | 'operationsOf' | 'log'> {
  /** The directory with this id from the settings. */
  readonly directoryOf: (id: string) => Directory | undefined;
}
