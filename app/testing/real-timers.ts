import { afterEach, vi } from 'vitest';

// The test files of a worker share its clock: a test that failed before it gave it back would stop those after it.
afterEach(() => void vi.useRealTimers());
