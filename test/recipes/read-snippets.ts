/** A piece of a recipe: a whole file, or a change to one. */
export interface Snippet {
  /** The file's path from the root. */
  readonly path: string;
  /** The line of the document where it begins. */
  readonly line: number;
  readonly text: string;
  readonly kind: 'file' | 'change';
}

/** The fenced blocks of a document that name a file after their language, in order. */
export function readSnippets(document: string): Snippet[] {
  const fences = document.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms);
  return [...fences].map(({ 1: language, 2: path = '', 3: text = '', index }) => ({
    path,
    line: document.slice(0, index).split('\n').length,
    text,
    kind: language === 'diff' ? 'change' : 'file',
  }));
}
