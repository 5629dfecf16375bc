/** A menu entry that leads to a resource's list. */
export interface MenuSection {
  /** Resource name, such as sys/user. */
  readonly resource: string;
  readonly title: string;
  readonly icon: string;
  /** Title of the view page where it is not 信息. */
  readonly view?: string;
  /** Permission words of its own, beside those of the generic calls. */
  readonly permissions?: readonly string[];
}

/** A group of the menu. */
export interface MenuGroup {
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  readonly sections: readonly MenuSection[];
}

/**
 * The administration's menu (docs/spec.md 2.1): the browser's routes in local mode, and the function records a new
 * database starts with, so that both modes show the same.
 */
export const menu: readonly MenuGroup[] = [
  {
    path: '/base',
    title: '基础数据',
    icon: 'database',
    sections: [
      { resource: 'sys/district', title: '地区管理', icon: 'district' },
      { resource: 'sys/org', title: '机构管理', icon: 'org' },
      { resource: 'sys/dict', title: '字典管理', icon: 'dict' },
      { resource: 'sys/sms', title: '短信管理', icon: 'sms', permissions: ['send'] },
      { resource: 'sys/sms-template', title: '短信模板', icon: 'sms-template' },
      { resource: 'sys/msg', title: '通知公告', icon: 'msg' },
    ],
  },
  {
    path: '/sys',
    title: '系统管理',
    icon: 'setting',
    sections: [
      { resource: 'sys/user', title: '用户管理', icon: 'user' },
      { resource: 'sys/dept', title: '部门管理', icon: 'dept' },
      { resource: 'sys/role', title: '角色管理', icon: 'role', view: '角色授权' },
      { resource: 'sys/function', title: '功能管理', icon: 'function' },
      { resource: 'sys/file', title: '文件管理', icon: 'file' },
      { resource: 'sys/session', title: '在线用户', icon: 'session' },
      { resource: 'sys/log-login', title: '登录日志', icon: 'log-login' },
      { resource: 'sys/log-opt', title: '操作日志', icon: 'log-opt' },
      { resource: 'sys/recycle', title: '回收站', icon: 'recycle', permissions: ['restore'] },
    ],
  },
];

/** Path of a section: /sys and sys/log-login make /sys/log-login. */
export const sectionPath = (group: Pick<MenuGroup, 'path'>, { resource }: Pick<MenuSection, 'resource'>): string =>
  `${group.path}/${resource.slice(resource.indexOf('/') + 1)}`;
