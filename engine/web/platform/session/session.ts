import type { FunctionNode, LoginAnswer, SignedInUser } from '@back-office/contract/calls/login.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/** An entry of a dictionary (docs/spec.md 3). */
export interface Option {
  key: string;
  label: string;
  value: unknown;
}

/** Everything about the signed-in person; each property is a key in session storage (docs/spec.md 3). */
export interface Session extends SignedInUser {
  isAuthorization: boolean;
  rolesCredentials: LoginAnswer | null;
  /** null until loaded, like menus and routes. */
  userRoles: string[] | null;
  userMenus: FunctionNode[] | null;
  routes: RouteRecord[] | null;
  /** Entries by the dictValue of their dictionary. */
  options: Record<string, readonly Option[]>;
  /** The role that this window previews; null for the person's own session. */
  preview: Preview | null;
}

/** A preview of a role, and what this window returns to. */
export interface Preview {
  roleName: string;
  /** The person's own session. */
  own: LoginAnswer;
  /** The page where it was started. */
  back: string;
}

/** The session of nobody. */
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
