import type { Settings } from '../../platform/settings.ts';

/** How long sessions last, in seconds: without use, and from the sign-in whatever their use, where 0 is forever. */
export interface SessionLife {
  readonly idle: number;
  readonly total: number;
}

/** As SESSION_HOURS and SESSION_MAX_HOURS say at the moment of reading. */
export const lifeOf = (settings: Pick<Settings, 'sessionHours' | 'sessionMaxHours'>): SessionLife => ({
  get idle() {
    return settings.sessionHours * 3600;
  },
  get total() {
    return settings.sessionMaxHours * 3600;
  },
});
