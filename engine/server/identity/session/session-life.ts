import type { Settings } from '../../platform/settings.ts';

/** How long sessions last, in seconds: without use, and in total since the sign-in, where 0 means without limit. */
export interface SessionLife {
  readonly idle: number;
  readonly total: number;
}

/** Reads SESSION_HOURS and SESSION_MAX_HOURS at each use. */
export const lifeOf = (settings: Pick<Settings, 'sessionHours' | 'sessionMaxHours'>): SessionLife => ({
  get idle() {
    return settings.sessionHours * 3600;
  },
  get total() {
    return settings.sessionMaxHours * 3600;
  },
});
