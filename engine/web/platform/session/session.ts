import type { FunctionNode, LoginAnswer, SignedInUser } from '@back-office/contract/calls/login.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/** One choice of a dictionary (docs/spec.md 3). */
export interface Option {
  key: string;
  label: string;
  value: unknown;
}

/** Everything about who is signed in; each name is its key in session storage (docs/spec.md 3). */
export interface Session extends SignedInUser {
  isAuthorization: boolean;
  rolesCredentials: LoginAnswer | null;
  /** null until loaded, as are menus and routes. */
  userRoles: string[] | null;
  userMenus: FunctionNode[] | null;
  routes: RouteRecord[] | null;
  /** Choices by the dictValue of the root entry. */
  options: Record<string, readonly Option[]>;
  /** The role that this window looks through; null where it is the person's own. */
  preview: Preview | null;
}

/** A preview of a role, and what this window goes back to. */
export interface Preview {
  roleName: string;
  /** The person's own session. */
  own: LoginAnswer;
  /** The page that it was begun at. */
  back: string;
}

/** Nobody is signed in. */
export const signedOut: Session = {
  isAuthorization: false,
  rolesCredentials: null,
  userId: '',
  userName: '',
  userAvatar: null,
  userStatus: '',
  userAccount: '',
  userRoles: null,
  userMenus: null,
  routes: null,
  options: {},
  preview: null,
};
