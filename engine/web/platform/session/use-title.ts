import { useEffect } from 'react';
import { useConfig } from './use-config.ts';

/** Calls the window by these words, and by the name of the application behind them. */
export function useTitle(words: string): void {
  const app = useConfig()?.title;
  useEffect(() => {
    if (app !== undefined) document.title = `${words} - ${app}`;
  }, [words, app]);
}
