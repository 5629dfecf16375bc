import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { StartError } from '@back-office/server/platform/start-error.ts';

/** The one argument of a command, and the known flags, each with a text. Throws a StartError for anything else. */
export function readFlags<Flag extends string>(
  args: string[],
  known: readonly Flag[],
): { argument: string; flags: Partial<Record<Flag, string>> } {
  const options = Object.fromEntries(known.map((flag) => [flag, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [argument, ...rest] = positionals;
    if (argument === undefined || rest.length > 0) throw new Error('it takes one name');
    return { argument, flags: values as Partial<Record<Flag, string>> };
  } catch (error) {
    const may = known.map((flag) => `--${flag}`).join(', ');
    throw new StartError(`${error instanceof Error ? error.message : String(error)}; it may have ${may}.`);
  }
}

/** The value of a flag, or the answer of somebody at a terminal; scripts must pass the flag. */
export async function flagOrPrompt(flag: string, given: string | undefined, question: string): Promise<string> {
  const answer = given ?? (process.stdin.isTTY ? await ask(question) : undefined);
  if (answer === undefined) throw new StartError(`Nobody is there to be asked: give --${flag}, such as --${flag} 合同.`);
  return answer.trim();
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(`${question} `);
  } finally {
    terminal.close();
  }
}

/** Titles are written into source code within quotes: characters that would end the string are refused. */
export function requireTitle(title: string): string {
  if (!/^[\p{L}\p{N} ()（）·_-]{1,20}$/u.test(title))
    throw new StartError(`The title ${title} must have 1 to 20 letters, digits or spaces.`);
  return title;
}
