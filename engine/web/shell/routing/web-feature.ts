import type { ComponentType } from 'react';

/** What of a feature's pages differs from the pattern, by component key such as sys/user/list. Fetched with the first page. */
export interface WebFeature {
  readonly name: string;
  readonly pages: Readonly<Record<string, ComponentType>>;
}
