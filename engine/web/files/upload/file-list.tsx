import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons';
import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { Button, Tooltip } from 'antd';
import { useGallery } from '../preview/use-gallery.tsx';
import { FileIcon } from './file-icon.tsx';
import { formatBytes } from '@back-office/contract/format-bytes.ts';

interface FileListProps {
  files: readonly FileRecord[];
  /** Absent if the user may not delete. */
  onDelete?: ((file: FileRecord) => void) | undefined;
}

/** Stored files: each opens in the gallery, which can browse to the others. */
export function FileList({ files, onDelete }: FileListProps) {
  const { gallery, open } = useGallery();
  return (
    <>
      <ul className="upload-list" aria-label="文件">
        {files.map((file, index) => (
          <li key={file.id} className="upload-row">
            <FileIcon type={file.fileType} thumbnail={file.thumbnailPath} />
            <div className="upload-main">
              <button type="button" className="upload-name upload-open" title={file.fileName} onClick={() => open(files, index)}>
                {file.fileAlias || file.fileName}
              </button>
              <span className="upload-note">
                {formatBytes(file.fileSize)}
                <span className="upload-dot"> · </span>
                <time>{file.createTime}</time>
              </span>
            </div>
            {file.filePath !== '' && (
              <Tooltip title="下载">
                <Button
                  type="text"
                  icon={<DownloadOutlined aria-hidden />}
                  aria-label={`下载${file.fileName}`}
                  href={file.filePath}
                  download={file.fileName}
                />
              </Tooltip>
            )}
            {onDelete && (
              <Tooltip title="删除">
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除${file.fileName}`}
                  onClick={() => onDelete(file)}
                />
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
      {gallery}
    </>
  );
}
