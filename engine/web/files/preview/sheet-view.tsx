import { useEffect, useEffectEvent, useState } from 'react';
import { openSheets, type OpenedSheets } from '../../platform/sheet/open-sheets.ts';
import { sheetLimits } from '../../platform/sheet/sheet-limits.ts';
import { fetchDocument, MissingFile } from './fetch-document.ts';
import type { GalleryFile } from './gallery-file.ts';
import { SheetGrid } from './sheet-grid.tsx';

/** A workbook, parsed in a worker and rendered by the page as plain text: none of it is ever parsed as markup, so it needs no frame. */
export function SheetView({ file: { filePath }, onMissing }: { file: GalleryFile; onMissing: () => void }) {
  const [book, setBook] = useState<OpenedSheets>();
  const [reason, setReason] = useState<string>();
  const [at, setAt] = useState(0);
  const missed = useEffectEvent(onMissing);
  useEffect(() => {
    const control = new AbortController();
    let opened: OpenedSheets | undefined;
    const read = async () => {
      const bytes = await fetchDocument(filePath, sheetLimits.bytes, control.signal, () => undefined);
      const book_ = await openSheets(new Blob([bytes])).catch(() => {
        throw new Error('文件已损坏、有密码保护或过于复杂，请下载后查看');
      });
      if (control.signal.aborted) return book_.close();
      setBook((opened = book_));
    };
    read().catch((error: unknown) => {
      if (control.signal.aborted) return;
      setReason(error instanceof Error ? error.message : String(error));
      if (error instanceof MissingFile) missed();
    });
    return () => {
      control.abort();
      opened?.close();
    };
  }, [filePath]);
  if (reason !== undefined) {
    return (
      <p className="gallery-word" role="alert">
        {reason}
      </p>
    );
  }
  const sheet = book?.sheets[at];
  if (book === undefined || sheet === undefined) {
    return (
      <p className="gallery-word" role="status">
        {book === undefined ? '正在读取…' : '工作簿中没有内容'}
      </p>
    );
  }
  return (
    <>
      <SheetGrid key={at} book={book} index={at} sheet={sheet} />
      <div className="gallery-tools gallery-sheets" role="toolbar" aria-label="工作表">
        {book.sheets.map(({ name }, index) => (
          <button key={name} type="button" className="gallery-sheet" aria-pressed={index === at} onClick={() => setAt(index)}>
            {name}
          </button>
        ))}
      </div>
    </>
  );
}
