import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { sessionStore } from '../platform/session/session-store.ts';
import { functionNode } from './function-node.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

let people = 0;

interface Person {
  account?: string;
  /** Their permissions by resource, such as `{ 'sys/user': 'add,edit' }`. */
  grants?: Record<string, string>;
  routes?: RouteRecord[];
}

/** Signs in a person not used by other tests; by default the administrator, who may do everything. */
export function signInAs({ account = 'admin', grants = {}, routes = [] }: Person = {}): string {
  people += 1;
  // Not the id of any row in a list: the person's own row offers fewer actions.
  const userId = `person-${people}`;
  sessionStore.open({
    roles: { userId, userName: account === 'admin' ? '系统管理员' : '林小满', userAvatar: null, userStatus: '正常', userAccount: account },
    credentials: { accessToken: `token-${userId}`, secretKey: btoa('k'.repeat(32)) },
  });
  sessionStore.setRights({ userRoles: [account], userMenus: Object.entries(grants).map(functionOf), routes });
  return userId;
}

const functionOf = ([resource, functionPermission]: [string, string], at: number): FunctionNode =>
  functionNode({ id: String(at), functionName: resource, functionPermission, functionComponent: `${resource}/list`, functionSort: at });
