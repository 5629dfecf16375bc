import type { ApiDocument, ApiOperation } from '../api-docs.ts';

export interface FoundCall {
  /** In lower case, as in the document. */
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** The calls of a document whose path, summary or resource contains the text, grouped by resource; an empty text matches all. */
export function findCalls({ paths, tags }: ApiDocument, text: string): Map<string, FoundCall[]> {
  const wanted = text.trim().toLowerCase();
  const found = new Map<string, FoundCall[]>(tags.map(({ name }) => [name, []]));
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      const [tag = ''] = operation.tags;
      if (`${method} ${path} ${operation.summary} ${tag}`.toLowerCase().includes(wanted)) found.get(tag)?.push({ method, path, operation });
    }
  return new Map([...found].filter(([, calls]) => calls.length > 0));
}
