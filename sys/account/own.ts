import type { PageAnswer } from '@back-office/contract/calls/page.ts';

/** One of the user's own sessions: an item of `data` of GET /api/sys/user/select-sessions. */
export interface OwnSession {
  id: string;
  loginIp: string | null;
  /** Name and version, as the browser gives them; null where it says nothing of itself. */
  loginBrowser: string | null;
  loginOs: string | null;
  loginTime: string;
  lastSeenTime: string;
  /** Tabs that are connected now. */
  tabCount: number;
  /** The session that asks. */
  current: boolean;
}

/** `data` of DELETE /api/sys/user/end-other-sessions. */
export interface EndedSessions {
  ended: number;
}

/** One line of the user's own sign-in history: GET /api/sys/user/select-logins. */
export interface OwnLogin {
  id: string;
  loginType: string;
  loginStatus: string;
  loginMessage: string | null;
  loginIp: string | null;
  loginBrowser: string | null;
  loginOs: string | null;
  loginTime: string;
}

/** One line of the user's own operation history: GET /api/sys/user/select-operations. */
export interface OwnOperation {
  id: string;
  optModule: string | null;
  optType: string | null;
  optTarget: string | null;
  optStatus: string;
  optMessage: string | null;
  optIp: string | null;
  optTime: string;
}

/** A page of the user's own history, newest first; `total` counts up to `maxOwnHistory`. */
export type OwnHistory<Line> = PageAnswer<Line>;

/** This many lines of a stretch of time can be reached: a page costs no more, however much a person has done. */
export const maxOwnHistory = 1000;
