import { expect, it, vi } from 'vitest';
import { createStore } from './create-store.ts';

it('notifies subscribers of each change, once the new value is set, until they unsubscribe', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const forget = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  store.set(2);
  forget();
  store.set(3);
  expect([seen, store.get()]).toEqual([[2, 2], 3]);
});

it('notifies nobody of a quiet change', () => {
  const store = createStore('a');
  const heard = vi.fn();
  store.subscribe(heard);
  store.setQuietly('b');
  expect(store.get()).toBe('b');
  expect(heard).not.toHaveBeenCalled();
});

it('keeps notifying the others when one of them unsubscribes meanwhile', () => {
  const store = createStore(0);
  const heard = vi.fn();
  const forget = store.subscribe(() => forget());
  store.subscribe(heard);
  store.set(1);
  expect(heard).toHaveBeenCalledOnce();
});
