import type { Feature } from '@back-office/contract/office/feature.ts';

/** Searching records of every kind in one place. */
export const searchFeature: Feature = {
  name: 'search',
};
