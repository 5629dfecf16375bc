import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('how long logs are kept', () => {
  it('is half a year for every line, and a year in all', () => {
    expect(readSettings({})).toMatchObject({ logKeepDays: 180, loginLogDays: 365, operationLogDays: 365 });
  });

  it.each([
    [{ LOG_LOGIN_DAYS: '179' }, 'LOG_LOGIN_DAYS must be 0 (for ever) or at least LOG_KEEP_DAYS, which is 180.'],
    [{ LOG_OPERATION_DAYS: '1' }, 'LOG_OPERATION_DAYS must be 0 (for ever) or at least LOG_KEEP_DAYS, which is 180.'],
    [{ LOG_KEEP_DAYS: '400' }, 'LOG_LOGIN_DAYS must be 0 (for ever) or at least LOG_KEEP_DAYS, which is 400.'],
    [{ LOG_KEEP_DAYS: '-1' }, 'LOG_KEEP_DAYS must be at least 0.'],
  ])('is refused at the start where lines would be cleared that nobody may delete: %j', (env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence);
  });

  it.each([
    { LOG_LOGIN_DAYS: '180', LOG_OPERATION_DAYS: '0' },
    { LOG_KEEP_DAYS: '0', LOG_LOGIN_DAYS: '1', LOG_OPERATION_DAYS: '1' },
    { LOG_KEEP_DAYS: '400', LOG_LOGIN_DAYS: '0', LOG_OPERATION_DAYS: '400' },
  ])('is what the operator says otherwise: %j', (env) => {
    expect(() => readSettings(env)).not.toThrow();
  });
});
