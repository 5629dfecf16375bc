import type { Office } from '@back-office/contract/office/office.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Chosen } from '../samples.ts';
import type { TestApp, TestAppParts } from '../test-app.ts';

/** The target of a suite over declarations. */
export interface Suite {
  /** Opens the server with these resources, on a database of its own. */
  readonly open: (parts?: TestAppParts) => Promise<TestApp>;
  readonly office: Office;
  /** Selects resources of the office. */
  readonly resources: readonly Resource[];
  readonly chosen?: Chosen;
}
