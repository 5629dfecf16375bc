import type { Context } from '../crud/context.ts';

/** How a setting is tried before or after it is changed, for the button of its dialog. What fails throws a Refusal that says why. */
export interface SettingTrial {
  /** The settings that it tries, by their names. */
  readonly tries: (name: string) => boolean;
  /** What it writes of it, in the transaction that counts the trial; gives what to say. */
  readonly write?: (context: Context, name: string, value: string | undefined) => Promise<string>;
  /** What it asks of others, after that; gives what to say. */
  readonly ask?: () => Promise<string>;
}
