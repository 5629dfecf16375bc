import { uploadTexts } from '@back-office/contract/calls/file.ts';

/** What an uploader takes (docs/spec.md 9). */
export interface UploadRules {
  /** Most files together. */
  maxFiles: number;
  /** Largest file, in bytes. */
  maxSize: number;
  /** Extensions without a dot, in small letters. */
  types: readonly string[];
}

/** Messages that only the browser shows. */
export const ownTexts = { folder: '不能上传文件夹，请选择文件', empty: '不能上传空文件' } as const;

export const megabyte = 1024 * 1024;

/** The extension of a file name, in small letters and without its dot; empty where there is none. */
export const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Why a file cannot be uploaded, in the words of the specification; undefined where it can. The server asks again. */
export function refusalOf(file: Pick<File, 'name' | 'size'>, { types, maxSize }: UploadRules): string | undefined {
  if (!types.includes(extensionOf(file.name))) return uploadTexts.type(types);
  if (file.size > maxSize) return uploadTexts.size(Number((maxSize / megabyte).toFixed(2)));
  return file.size === 0 ? ownTexts.empty : undefined;
}
