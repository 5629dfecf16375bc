import type { Office } from '@back-office/contract/office/office.ts';
import type { Wraps } from '../crud/wrap-operations.ts';
import type { SealedColumn } from '../identity/sealed-column.ts';
import type { ServerFeature } from './server-feature.ts';
import type { ServerModule } from './server-module.ts';
import type { WaitingRecords } from './waiting.ts';

/** A feature on the server, with the module that brings it. */
export interface PlacedFeature {
  readonly module: string;
  readonly feature: ServerFeature;
  /** Both names, such as `acme/agreements`. */
  readonly by: string;
}

/** The features of these modules that the office has, in the order of the office's modules. */
export function featuresOf(office: Office, modules: readonly ServerModule[]): PlacedFeature[] {
  return office.modules.flatMap(({ name: module, features: declared }) => {
    const names = new Set(declared.map(({ name }) => name));
    const own = modules.find(({ name }) => name === module)?.features ?? [];
    return own.filter(({ name }) => names.has(name)).map((feature) => ({ module, feature, by: `${module}/${feature.name}` }));
  });
}

/** What the features sealed, also those that the office does not have now: what they left behind must open when it has them again. */
export const sealedColumns = (modules: readonly ServerModule[]): SealedColumn[] =>
  modules.flatMap(({ features }) => features.flatMap(({ sealed = [] }) => sealed));

/** What each resource is wrapped in, in order. */
export function wrapsOf(features: readonly PlacedFeature[]): ReadonlyMap<string, { by: string; wraps: Wraps }[]> {
  const all = features.flatMap(({ by, feature: { wrap = {} } }) =>
    Object.entries(wrap).map(([resource, wraps]) => ({ resource, by, wraps })),
  );
  return Map.groupBy(all, ({ resource }) => resource);
}

/** The records that are counted for people's first pages. */
export const waitingRecords = (office: Office, modules: readonly ServerModule[]): WaitingRecords[] =>
  featuresOf(office, modules).flatMap(({ feature: { waiting = [] } }) => waiting.filter((one) => 'where' in one));
