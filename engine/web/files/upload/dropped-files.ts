/** Dropped or pasted content: the files, and whether there was a folder, which cannot be uploaded. */
export interface Dropped {
  files: File[];
  folder: boolean;
}

/** Reads a drop or a paste. Must run synchronously in the event handler: afterwards the browser denies access. */
export function droppedFiles({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Dropped {
  const entries = Array.from(items).filter(({ kind }) => kind === 'file');
  if (entries.length === 0) return { files: Array.from(files), folder: false };
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory === true;
  return {
    files: entries.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []),
    folder: entries.some(isFolder),
  };
}
