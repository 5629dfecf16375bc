/** The kind of a file, as its viewer sees it. */
export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'word' | 'excel' | 'powerpoint' | 'other';

/** The kinds that are drawn in a frame of their own. */
export type DocumentKind = Extract<FileKind, 'pdf' | 'word' | 'powerpoint'>;

/** Images and videos are those of docs/spec.md 9. */
const typesOf: readonly (readonly [Exclude<FileKind, 'other'>, readonly string[]])[] = [
  ['image', ['ico', 'png', 'jpg', 'jpeg']],
  ['video', ['mp4', 'm3u8', 'flv']],
  ['audio', ['mp3', 'wav']],
  ['pdf', ['pdf']],
  ['word', ['doc', 'docx']],
  ['excel', ['xls', 'xlsx']],
  ['powerpoint', ['ppt', 'pptx']],
];

const kinds = new Map(typesOf.flatMap(([kind, types]) => types.map((type) => [type, kind] as const)));

/** The kind of a file type such as `docx`. */
export const kindOf = (type: string): FileKind => kinds.get(type) ?? 'other';

/** Formats of before 2007, which no renderer in the browser reads. */
const old: ReadonlySet<string> = new Set(['doc', 'ppt']);

/** The kind of document that is drawn in a frame; undefined for all else. */
export function drawnKindOf(type: string): DocumentKind | undefined {
  const kind = kindOf(type);
  if (old.has(type)) return undefined;
  return kind === 'pdf' || kind === 'word' || kind === 'powerpoint' ? kind : undefined;
}

/** What an online viewer is asked for: office documents, never images or videos. */
export const isOffice = (type: string): boolean => ['word', 'excel', 'powerpoint'].includes(kindOf(type));
