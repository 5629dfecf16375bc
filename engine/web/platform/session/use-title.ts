import { useEffect } from 'react';
import { useConfig } from './use-config.ts';

/** Sets the window's title: this text, followed by the application's name. */
export function useTitle(words: string): void {
  const app = useConfig()?.title;
  useEffect(() => {
    if (app !== undefined) document.title = `${words} - ${app}`;
  }, [words, app]);
}
