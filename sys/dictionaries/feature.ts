import type { Feature } from '@back-office/contract/office/feature.ts';
import { dict } from './dict.ts';
import { dictRules } from './dict-rules.ts';

/** Words to choose from. */
export const dictionariesFeature: Feature = {
  name: 'dictionaries',
  resources: [dict],
  rules: dictRules,
  menu: [{ resource: 'sys/dict', group: '/base', order: 30, title: '字典管理', icon: 'dict' }],
};
