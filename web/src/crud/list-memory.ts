/** How a list was left: its query and the open nodes of its tree. */
interface Left {
  search: string;
  expanded: readonly string[];
}

const lists = new Map<string, Left>();

/** Where lists were left, by path, so that coming back from a record finds the list in place. Ends with the page. */
export const listMemory = {
  of: (path: string): Left | undefined => lists.get(path),
  keep: (path: string, left: Partial<Left>): void => void lists.set(path, { search: '', expanded: [], ...lists.get(path), ...left }),
};
