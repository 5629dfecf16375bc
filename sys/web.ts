import { resourceOf } from './all.ts';
import type { ComponentType } from 'react';
import { setResourceLookup } from '@back-office/web/crud/fields/resource-lookup.ts';
import { DictListPage } from './dictionaries/web/dict.tsx';
import { FileListPage, FileViewPage } from './files/web/file.tsx';
import { FunctionListPage, FunctionViewPage } from './functions/web/function.tsx';
import { LogLoginListPage } from './logs/web/log-login.tsx';
import { LogOptListPage } from './logs/web/log-opt.tsx';
import { OrgViewPage } from './orgs/web/org.tsx';
import { RecycleListPage } from './recycle-bin/web/recycle.tsx';
import { MsgListPage, MsgViewPage } from './notices/web/msg.tsx';
import { RoleListPage, RoleViewPage } from './roles/web/role.tsx';
import { SessionListPage } from './sessions/web/session.tsx';
import { SmsListPage } from './sms/web/sms.tsx';
import { UserListPage, UserViewPage } from './users/web/user.tsx';

setResourceLookup(resourceOf);

/** Pages that differ from the pattern, by component key such as sys/role/view. */
export const pageOverrides: Readonly<Record<string, ComponentType>> = {
  'sys/user/list': UserListPage,
  'sys/user/view': UserViewPage,
  'sys/org/view': OrgViewPage,
  'sys/msg/list': MsgListPage,
  'sys/msg/view': MsgViewPage,
  'sys/role/list': RoleListPage,
  'sys/role/view': RoleViewPage,
  'sys/function/list': FunctionListPage,
  'sys/function/view': FunctionViewPage,
  'sys/file/list': FileListPage,
  'sys/file/view': FileViewPage,
  'sys/dict/list': DictListPage,
  'sys/sms/list': SmsListPage,
  'sys/session/list': SessionListPage,
  'sys/recycle/list': RecycleListPage,
  'sys/log-login/list': LogLoginListPage,
  'sys/log-opt/list': LogOptListPage,
};
