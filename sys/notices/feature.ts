import type { Feature } from '@back-office/contract/office/feature.ts';
import { msg } from './msg.ts';
import { msgRules } from './msg-rules.ts';

/** Notices and announcements, and the bell that says so. */
export const noticesFeature: Feature = {
  name: 'notices',
  resources: [msg],
  rules: msgRules,
  menu: [{ resource: 'sys/msg', group: '/base', order: 60, title: '通知公告', icon: 'msg' }],
  needs: ['files'],
  pages: [{ path: '/message', name: 'message', component: 'message', hidden: true, meta: { title: '我的消息', icon: 'msg' } }],
};
