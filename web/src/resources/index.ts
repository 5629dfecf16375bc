import { resourceOf } from '@back-office/contract/resources/all.ts';
import type { ComponentType } from 'react';
import { setResourceLookup } from '../fields/resource-lookup.ts';
import { DictListPage } from './dict.tsx';
import { FunctionListPage, FunctionViewPage } from './function.tsx';
import { LogLoginListPage } from './log-login.tsx';
import { RoleListPage, RoleViewPage } from './role.tsx';
import { UserViewPage } from './user.tsx';

setResourceLookup(resourceOf);

/** Pages that differ from the pattern, by component key such as sys/role/view. */
export const pageOverrides: Readonly<Record<string, ComponentType>> = {
  'sys/user/view': UserViewPage,
  'sys/role/list': RoleListPage,
  'sys/role/view': RoleViewPage,
  'sys/function/list': FunctionListPage,
  'sys/function/view': FunctionViewPage,
  'sys/dict/list': DictListPage,
  'sys/log-login/list': LogLoginListPage,
};
