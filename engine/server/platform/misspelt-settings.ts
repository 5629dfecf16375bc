/** A variable that nothing reads, and the setting whose name it resembles. */
export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/**
 * The variables that are set and resemble the name of a setting, but have no effect. A machine has many unrelated
 * variables: a long name may differ by two letters, a shorter one by one, and one as short as HOST not at all.
 */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>, known: readonly string[]): Misspelt[] {
  const ours = new Set(known);
  return Object.entries(environment).flatMap(([name, value]) => {
    if (ours.has(name) || value === undefined || value === '') return [];
    const [nearest] = known
      .map((meant) => ({ name, meant, wrong: wrongLetters(name.toUpperCase(), meant, maxDistance(meant)) }))
      .filter(({ meant, wrong }) => wrong <= maxDistance(meant) && !isOtherWord(name.toUpperCase(), meant))
      .toSorted((one, other) => one.wrong - other.wrong);
    return nearest === undefined ? [] : [{ name, meant: nearest.meant }];
  });
}

/** The message for the operator. It never contains the value, which may be a secret. */
export const misspeltSentence = ({ name, meant }: Misspelt): string =>
  `${name} is set, which is no setting and decides nothing: was ${meant} meant?`;

/** Names of one word also belong to other programs. */
const maxDistance = (meant: string): number => (!meant.includes('_') && meant.length < 8 ? -1 : meant.length < 10 ? 1 : 2);

/** Whether a word of the name is a different word, as AWS in AWS_REGION is not SMS with two wrong letters. */
function isOtherWord(name: string, meant: string): boolean {
  const [words, own] = [name.split('_'), meant.split('_')];
  return words.length === own.length && own.some((word, at) => wrongLetters(words[at] ?? '', word, 2) > word.length / 2);
}

/** The number of missing, extra, wrong or swapped letters; if that exceeds `most`, any number above it. */
function wrongLetters(name: string, meant: string, most: number): number {
  if (Math.abs(name.length - meant.length) > most) return most + 1;
  const rows = [Array.from({ length: meant.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= name.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= meant.length; at += 1) {
      const [above = [], before = []] = [rows[row - 1], rows[row - 2]];
      const isSame = name[row - 1] === meant[at - 1];
      const isTurned = row > 1 && at > 1 && name[row - 1] === meant[at - 2] && name[row - 2] === meant[at - 1];
      const steps = [(above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, (above[at - 1] ?? 0) + (isSame ? 0 : 1)];
      line.push(Math.min(...steps, isTurned ? (before[at - 2] ?? 0) + 1 : most + 1 + row));
    }
    rows.push(line);
  }
  return rows.at(-1)?.at(-1) ?? most + 1;
}
