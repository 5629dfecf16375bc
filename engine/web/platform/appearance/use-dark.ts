import { useAppearance } from './use-appearance.ts';
import { useMedia } from './use-media.ts';

/**
 * Whether the page is dark, by choice or because the system is.
 * @example
 * export const Line = () => <hr color={useDark() ? 'white' : 'black'} />;
 */
export function useDark(): boolean {
  const { scheme } = useAppearance();
  const system = useMedia('(prefers-color-scheme: dark)');
  return scheme === 'system' ? system : scheme === 'dark';
}
