import { describe, expect, it } from 'vitest';
import { newId } from './new-id.ts';

describe('ids', () => {
  it('are UUIDs of version 7, never equal, and sort in the order of their creation', () => {
    const ids = Array.from({ length: 100_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([]);
    expect(ids.findIndex((id, at) => at > 0 && id <= (ids[at - 1] ?? ''))).toBe(-1);
  });

  it('contain the time of their creation', () => {
    const before = Date.now();
    const id = newId();
    const told = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    // A burst of ids may run a little ahead of the clock.
    expect(told).toBeGreaterThanOrEqual(before - 1);
    expect(told).toBeLessThan(before + 1000);
  });
});
