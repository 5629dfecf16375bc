import type { Module } from 'back-office/contract';
import { vehicle } from './vehicle.ts';

/** This company's declarations and menu entries. */
export const acme: Module = {
  name: 'acme',
  features: [
    {
      name: 'vehicles',
      resources: [vehicle],
      menu: [{ resource: 'acme/vehicle', group: '/acme', order: 10, title: '车辆管理', icon: 'file' }],
    },
  ],
  menu: [{ path: '/acme', title: '车队', icon: 'file' }],
};
