import type { Feature } from '@back-office/contract/office/feature.ts';

/** Finding records of every kind in one place. */
export const searchFeature: Feature = {
  name: 'search',
};
