import { expect, it } from 'vitest';
import { clockOffsets } from './clock-offsets.ts';

const at = (time: string): number => Date.parse(time);

it('clockOffsets returns one offset for a time zone whose offset never changes', () => {
  const now = at('2026-03-01T12:00:00.123Z');
  expect(clockOffsets('Asia/Shanghai', now)).toEqual([{ from: 0, ahead: 480 }]);
  expect(clockOffsets('Asia/Kathmandu', now)).toEqual([{ from: 0, ahead: 345 }]);
  expect(clockOffsets('Etc/GMT+12', now)).toEqual([{ from: 0, ahead: -720 }]);
});

it('clockOffsets returns an upcoming change to the millisecond, and none that is far off', () => {
  const march = at('2026-03-01T12:00:00.123Z');
  expect(clockOffsets('America/New_York', march)).toEqual([
    { from: 0, ahead: -300 },
    { from: at('2026-03-08T07:00:00Z'), ahead: -240 },
  ]);
  const october = at('2026-10-25T00:59:59.999Z');
  expect(clockOffsets('Europe/Berlin', october)).toEqual([
    { from: 0, ahead: 120 },
    { from: at('2026-10-25T01:00:00Z'), ahead: 60 },
  ]);
  expect(clockOffsets('Europe/Berlin', at('2026-06-01T00:00:00Z'))).toHaveLength(1);
});
