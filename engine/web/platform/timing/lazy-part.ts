import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react';
import { ModuleConflict } from '../office/claims.ts';

/** A part's code could not be loaded: the network is down, or the server has been updated since this page was loaded. */
export class PartLoadError extends Error {}

/** A component that is rendered like any other; `fetch` preloads its code. */
type LazyPart<Props> = ((props: Props) => ReactNode) & { readonly fetch: () => Promise<unknown> };

/**
 * A part of the application, such as a page or a card, whose code is loaded when it is first rendered. Import a file, never a whole package:
 * `import('antd')` would defeat tree shaking.
 *
 * @example
 * // Of a file of one's own: lazyPart(async () => (await import('./agreements-card.tsx')).AgreementsCard)
 * export const AgreementsCard = lazyPart(async () => (await import('antd/es/empty')).default);
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async (): Promise<ComponentType<Props>> => (loaded ??= await load());
  const Lazy = lazy(async () => {
    try {
      return { default: await fetch() };
    } catch (cause) {
      // Conflicting modules have their own message; retrying would not help.
      throw cause instanceof ModuleConflict ? cause : new PartLoadError('The code of a part could not be fetched', { cause });
    }
  });
  const Shown = (props: Props): ReactNode => {
    // Rendered synchronously if loaded: React shows anything that suspends, however briefly, a third of a second late.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Part, props);
  };
  return Object.assign(Shown, { fetch });
}
