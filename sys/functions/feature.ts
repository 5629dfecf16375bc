import type { Feature } from '@back-office/contract/office/feature.ts';
import { sysFunction } from './function.ts';

/** The functions of the menu, as records. */
export const functionsFeature: Feature = {
  name: 'functions',
  resources: [sysFunction],
  menu: [{ resource: 'sys/function', group: '/sys', order: 30, title: '功能管理', icon: 'function' }],
  needs: ['roles'],
};
