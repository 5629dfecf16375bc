import type { RouteRecord } from '../session/route-record.ts';

/** Pages that every signed-in person has. */
export const baseRoutes: RouteRecord[] = [
  {
    path: '/index',
    name: 'home',
    component: 'home',
    meta: { title: '首页', icon: 'home', affix: true, breadcrumb: false },
  },
  { path: '/profile', name: 'profile', component: 'profile', hidden: true, meta: { title: '个人中心', icon: 'user' } },
];
