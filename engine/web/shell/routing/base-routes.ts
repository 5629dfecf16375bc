import type { RouteRecord } from '../../platform/routing/route-record.ts';

/** Pages that every signed-in person has. */
export const baseRoutes: RouteRecord[] = [
  {
    path: '/index',
    name: 'home',
    component: 'home',
    meta: { title: '首页', icon: 'home', affix: true, breadcrumb: false },
  },
  { path: '/profile', name: 'profile', component: 'profile', hidden: true, meta: { title: '个人中心', icon: 'user' } },
  { path: '/exports', name: 'exports', component: 'exports', hidden: true, meta: { title: '导出中心', icon: 'export' } },
  { path: '/message', name: 'message', component: 'message', hidden: true, meta: { title: '我的消息', icon: 'msg' } },
];
