import { resourceOf } from '@back-office/contract/resources/all.ts';
import type { RouteRecord } from '../session/route-record.ts';
import { baseRoutes } from './base-routes.ts';

/** Routes of local mode (spec.md 2.1): the administration belongs to the admin account alone. */
export const localRoutes = (admin: boolean): RouteRecord[] => (admin ? [...baseRoutes, base, system] : baseRoutes);

interface Section {
  title: string;
  icon: string;
  /** Title of the view page where it is not 信息. */
  view?: string;
}

/** The menu entry of a resource: leads to its list; list and view are not in the menu and highlight the entry. */
function section(parent: string, resource: string, { title, icon, view }: Section): RouteRecord {
  const { title: noun, operations } = resourceOf(resource);
  const path = `${parent}/${resource.slice(resource.indexOf('/') + 1)}`;
  const page = (kind: 'list' | 'view', ending: string, pageTitle: string): RouteRecord => ({
    path: `${path}/${ending}`,
    name: `${resource}/${kind}`,
    component: `${resource}/${kind}`,
    hidden: true,
    meta: { title: pageTitle, noCache: true, activeMenu: path },
  });
  const pages = [page('list', 'list', `${noun}列表`)];
  if (operations.includes('select')) pages.push(page('view', 'view/:id', view ?? `${noun}信息`));
  return { path, name: resource, redirect: `${path}/list`, children: pages, meta: { title, icon } };
}

const base: RouteRecord = {
  path: '/base',
  name: 'base',
  redirect: '/base/district',
  meta: { title: '基础数据', icon: 'database' },
  children: [
    section('/base', 'sys/district', { title: '地区管理', icon: 'district' }),
    section('/base', 'sys/org', { title: '机构管理', icon: 'org' }),
    section('/base', 'sys/dict', { title: '字典管理', icon: 'dict' }),
    section('/base', 'sys/sms', { title: '短信管理', icon: 'sms' }),
    section('/base', 'sys/msg', { title: '通知公告', icon: 'msg' }),
  ],
};

const system: RouteRecord = {
  path: '/sys',
  name: 'sys',
  redirect: '/sys/user',
  meta: { title: '系统管理', icon: 'setting' },
  children: [
    section('/sys', 'sys/user', { title: '用户管理', icon: 'user' }),
    section('/sys', 'sys/dept', { title: '部门管理', icon: 'dept' }),
    section('/sys', 'sys/role', { title: '角色管理', icon: 'role', view: '角色授权' }),
    section('/sys', 'sys/function', { title: '功能管理', icon: 'function' }),
    section('/sys', 'sys/session', { title: '在线用户', icon: 'session' }),
    section('/sys', 'sys/log-login', { title: '登录日志', icon: 'log-login' }),
    section('/sys', 'sys/log-opt', { title: '操作日志', icon: 'log-opt' }),
  ],
};
