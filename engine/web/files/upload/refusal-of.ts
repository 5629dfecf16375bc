import { uploadTexts } from '@back-office/contract/calls/file.ts';

/** The limits of an uploader (docs/spec.md 9). */
export interface UploadRules {
  /** Maximum number of files in all. */
  maxFiles: number;
  /** Maximum size of a file, in bytes. */
  maxSize: number;
  /** Extensions without a dot, in lower case. */
  types: readonly string[];
}

/** Messages that only the browser shows. */
export const ownTexts = { folder: '不能上传文件夹，请选择文件', empty: '不能上传空文件' } as const;

export const megabyte = 1024 * 1024;

/** The extension of a file name, in lower case and without its dot; empty if there is none. */
export const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Why a file cannot be uploaded, in the words of the specification; undefined if it can. The server checks again. */
export function refusalOf(file: Pick<File, 'name' | 'size'>, { types, maxSize }: UploadRules): string | undefined {
  if (!types.includes(extensionOf(file.name))) return uploadTexts.type(types);
  if (file.size > maxSize) return uploadTexts.size(Number((maxSize / megabyte).toFixed(2)));
  return file.size === 0 ? ownTexts.empty : undefined;
}
