import type { LoadPages } from '@back-office/web/shell/routing/shell-slots.tsx';

let underWay = new Set<Promise<unknown>>();

/**
 * Loads of pages that a test began, or will begin once the browser is idle. They register what pages add: one that ends in the
 * next test would replace what that has registered.
 */
export const loadingPages = {
  /** The same loads, for the running test only. */
  track: (load: LoadPages): LoadPages => {
    const ofTest = underWay;
    const begin = () => {
      if (ofTest !== underWay) return Promise.reject(new Error('The test is over.'));
      const loading = load();
      ofTest.add(loading);
      return loading;
    };
    return Object.assign(begin, { there: load.there });
  },
  /** Ends the test's loads: none begins any more. Resolves once all that began have ended. */
  end: async (): Promise<void> => {
    const ofTest = underWay;
    underWay = new Set();
    await Promise.allSettled(ofTest);
  },
};
