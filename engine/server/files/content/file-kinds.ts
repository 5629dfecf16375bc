import { limits } from '@back-office/contract/limits.ts';

/** How a file type is served: its MIME type, and whether a browser may display it. */
export interface FileKind {
  readonly mime: string;
  /** Displayed by the browser; other types are offered for download (docs/hardening.md F04). */
  readonly inline: boolean;
  /** The content type; several extensions may share one. */
  readonly content: 'jpeg' | 'png' | 'ico' | 'pdf' | 'mp3' | 'wav' | 'mp4' | 'flv' | 'm3u8' | 'ts' | 'ole' | 'zip';
  /** For a compound file: names in its directory, one of which must be present. */
  readonly entries?: readonly string[];
}

const office = 'application/vnd.openxmlformats-officedocument';

/** The types that may be uploaded, by extension (docs/spec.md 9: those of the uploader, and the images and videos that pages show). */
export const fileKinds: Readonly<Record<string, FileKind>> = {
  jpeg: { mime: 'image/jpeg', inline: true, content: 'jpeg' },
  jpg: { mime: 'image/jpeg', inline: true, content: 'jpeg' },
  png: { mime: 'image/png', inline: true, content: 'png' },
  ico: { mime: 'image/x-icon', inline: false, content: 'ico' },
  mp3: { mime: 'audio/mpeg', inline: true, content: 'mp3' },
  wav: { mime: 'audio/wav', inline: true, content: 'wav' },
  mp4: { mime: 'video/mp4', inline: true, content: 'mp4' },
  flv: { mime: 'video/x-flv', inline: false, content: 'flv' },
  m3u8: { mime: 'application/vnd.apple.mpegurl', inline: false, content: 'm3u8' },
  ts: { mime: 'video/mp2t', inline: false, content: 'ts' },
  pdf: { mime: 'application/pdf', inline: false, content: 'pdf' },
  doc: { mime: 'application/msword', inline: false, content: 'ole', entries: ['WordDocument'] },
  xls: { mime: 'application/vnd.ms-excel', inline: false, content: 'ole', entries: ['Workbook', 'Book'] },
  ppt: { mime: 'application/vnd.ms-powerpoint', inline: false, content: 'ole', entries: ['PowerPoint Document'] },
  docx: { mime: `${office}.wordprocessingml.document`, inline: false, content: 'zip', entries: ['word/document.xml'] },
  xlsx: { mime: `${office}.spreadsheetml.sheet`, inline: false, content: 'zip', entries: ['xl/workbook.xml'] },
  pptx: { mime: `${office}.presentationml.presentation`, inline: false, content: 'zip', entries: ['ppt/presentation.xml'] },
};

/** The extensions that the server accepts, in the order in which a refusal lists them. */
export const acceptedTypes: readonly string[] = [...limits.upload.types, ...limits.upload.moreTypes];
