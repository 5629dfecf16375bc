import type { Module } from 'back-office/contract';
import { agreement } from './agreement.ts';
import { agreementEvents } from './agreement-events.ts';
import { agreementLine } from './agreement-line.ts';
import { agreementRules } from './agreement-rules.ts';
import { party } from './party.ts';
import { userBadge } from './user-badge.ts';

/** This company's declarations, its rules, and their places in the menu. */
export const acme: Module = {
  name: 'acme',
  features: [
    {
      name: 'agreements',
      resources: [party, agreement, agreementLine],
      rules: agreementRules,
      extend: [userBadge],
      events: [agreementEvents],
      menu: [
        {
          resource: 'acme/agreement',
          group: '/acme',
          order: 10,
          title: '合同管理',
          icon: 'file',
          permissions: { approve: '审批', end: '终止' },
        },
        { page: 'acme/months', group: '/acme', order: 15, title: '合同统计', icon: 'database' },
        { resource: 'acme/agreement-line', group: '/acme', order: 20, title: '合同明细', icon: 'dict' },
        { resource: 'acme/party', group: '/acme', order: 30, title: '相对方', icon: 'org' },
      ],
      needs: ['orgs', 'users', 'notices'],
    },
  ],
  menu: [{ path: '/acme', title: '合同', icon: 'acme-agreement' }],
};
