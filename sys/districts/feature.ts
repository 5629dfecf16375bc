import type { Feature } from '@back-office/contract/office/feature.ts';
import { district } from './district.ts';

/** Provinces, cities and districts. */
export const districtsFeature: Feature = {
  name: 'districts',
  resources: [district],
  menu: [{ resource: 'sys/district', group: '/base', order: 10, title: '地区管理', icon: 'district' }],
};
