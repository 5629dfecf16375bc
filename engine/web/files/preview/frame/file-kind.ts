/** The kind of a file, which determines its viewer. */
export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'word' | 'excel' | 'powerpoint' | 'other';

/** The kinds that are rendered in a frame of their own. */
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

/** Formats from before 2007, which no renderer in the browser supports. */
const old: ReadonlySet<string> = new Set(['doc', 'ppt']);

/** The kind of a document that is rendered in a frame; undefined for all others. */
export function drawnKindOf(type: string): DocumentKind | undefined {
  const kind = kindOf(type);
  if (old.has(type)) return undefined;
  return kind === 'pdf' || kind === 'word' || kind === 'powerpoint' ? kind : undefined;
}

/** Whether an online viewer can show it: office documents only. */
export const isOffice = (type: string): boolean => ['word', 'excel', 'powerpoint'].includes(kindOf(type));
