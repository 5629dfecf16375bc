import type { Settings } from '../../platform/settings.ts';

/** How long sessions last, in seconds: without use, and from the sign-in whatever their use, where 0 is forever. */
export interface SessionLife {
  readonly idle: number;
  readonly total: number;
}

/** As the operator decided (SESSION_HOURS, SESSION_MAX_HOURS). */
export const lifeOf = ({ sessionHours, sessionMaxHours }: Pick<Settings, 'sessionHours' | 'sessionMaxHours'>): SessionLife => ({
  idle: sessionHours * 3600,
  total: sessionMaxHours * 3600,
});
