import { resourceOf } from '@back-office/contract/resources/all.ts';
import type { ComponentType } from 'react';
import { setResourceLookup } from '../fields/resource-lookup.ts';
import { DictListPage } from './dict.tsx';
import { FileListPage, FileViewPage } from './file.tsx';
import { FunctionListPage, FunctionViewPage } from './function.tsx';
import { LogLoginListPage } from './log-login.tsx';
import { LogOptListPage } from './log-opt.tsx';
import { OrgViewPage } from './org.tsx';
import { RecycleListPage } from './recycle.tsx';
import { MsgListPage, MsgViewPage } from './msg.tsx';
import { RoleListPage, RoleViewPage } from './role.tsx';
import { SessionListPage } from './session.tsx';
import { SmsListPage } from './sms.tsx';
import { UserListPage, UserViewPage } from './user.tsx';

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
