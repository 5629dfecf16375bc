import type { Office } from '@back-office/contract/office/office.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Chosen } from '../samples.ts';
import type { TestApp, TestAppParts } from '../test-app.ts';

/** What a suite over declarations is run on. */
export interface Suite {
  /** Opens the server that has them, over a database of its own. */
  readonly open: (parts?: TestAppParts) => Promise<TestApp>;
  readonly office: Office;
  /** Which of the office's. */
  readonly resources: readonly Resource[];
  readonly chosen?: Chosen;
}
