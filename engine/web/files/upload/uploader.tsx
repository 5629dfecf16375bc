import { UploadOutlined } from '@ant-design/icons';
import { uploadTexts, type FileRecord } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import { Button } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { useConfig } from '../../platform/session/use-config.ts';
import { droppedFiles, type Dropped } from './dropped-files.ts';
import { FileList } from './file-list.tsx';
import { renamePasted } from './rename-pasted.ts';
import { bandwidth } from './bandwidth.ts';
import { megabyte, ownTexts, refusalOf } from './refusal-of.ts';
import type { Upload } from './upload.ts';
import { UploadList } from './upload-list.tsx';
import { uploads } from './uploads.ts';
import { uploadUrl } from './upload-target.ts';
import { useUploads } from './use-uploads.ts';
import './upload.css';

export interface UploaderProps {
  /** The owner of the files: the id of a record, and the name of its resource. */
  otcId: string;
  otcType: string;
  /** The stored files. */
  files: readonly FileRecord[];
  /** Narrows the owner's uploads, by their keys, to those that are shown and counted and whose files `onStored` gets. */
  wanted?: ((key: string) => boolean) | undefined;
  onStored?: ((file: FileRecord) => void) | undefined;
  onDelete?: ((file: FileRecord) => void) | undefined;
  /** Only shows the files. */
  disabled?: boolean;
  fileSource?: string;
  fileAlias?: string;
  /** Maximum number of files in all; by default the server's limit, like the next three. */
  limit?: number;
  /** Maximum size of a file, in MB. */
  maxSize?: number;
  /** Chunk size in MB, 100 at most; by default adapted to the bandwidth. */
  chunkSize?: number;
  types?: readonly string[];
  action?: string;
  headers?: Readonly<Record<string, string>>;
  withCredentials?: boolean;
}

/**
 * Accepts files by selecting, dropping and pasting, uploads them in chunks, and lists them (docs/spec.md 2.3, 5, 9). `Attachments` is the same with
 * rights and deletion.
 * @example
 * export function Scans({ id }: { id: string }) {
 *   const { data = [], refetch } = useFiles('acme/agreement', id);
 *   return <Uploader otcType="acme/agreement" otcId={id} files={data} types={['pdf', 'jpg']} limit={5} onStored={() => void refetch()} />;
 * }
 */
export function Uploader(props: UploaderProps) {
  const { otcId, otcType, wanted, files, onStored, onDelete, disabled = false } = props;
  const matches = (upload: Upload): boolean => upload.otcId === otcId && upload.otcType === otcType && wanted?.(upload.key) !== false;
  const going = useUploads(matches);
  const rules = useRules(props);
  const acceptFiles = useAcceptFiles(props, rules, files.length + going.length);
  const isOurs = useEffectEvent(matches);
  const stored = useEffectEvent((record: FileRecord) => onStored?.(record));
  useEffect(
    () =>
      uploads.onStored(
        (upload) => isOurs(upload),
        (record) => stored(record),
      ),
    [otcId, otcType],
  );
  return (
    <div className="uploader">
      {!disabled && <DropZone rules={rules} take={acceptFiles} />}
      {going.length > 0 && <UploadList items={going} />}
      {files.length > 0 && <FileList files={files} onDelete={disabled ? undefined : onDelete} />}
    </div>
  );
}

interface Rules {
  maxFiles: number;
  maxSize: number;
  /** Chunk size in bytes for a file sent now. */
  chunkSize: () => number;
  types: readonly string[];
}

function useRules({ limit, maxSize, chunkSize, types }: UploaderProps): Rules {
  const server = useConfig()?.upload ?? limits.upload;
  return {
    maxFiles: limit ?? server.maxFiles,
    maxSize: maxSize === undefined ? server.maxSize : maxSize * megabyte,
    chunkSize: () =>
      chunkSize === undefined ? bandwidth.chunkSize(server.chunkSize) : Math.min(chunkSize * megabyte, limits.upload.chunkSize),
    types: types ?? server.types,
  };
}

/** Returns a function that accepts files: refused ones are reported as red messages, the others start uploading. */
function useAcceptFiles(props: UploaderProps, rules: Rules, fileCount: number): (dropped: Dropped) => void {
  const { message } = useApp();
  const { otcId, otcType, fileSource = 'Server', fileAlias = '', action = uploadUrl, headers, withCredentials } = props;
  return ({ files, folder }) => {
    const tell = (text: string) => void message.error(text, limits.messageSeconds);
    if (folder) tell(ownTexts.folder);
    if (fileCount + files.length > rules.maxFiles) return tell(uploadTexts.count);
    const refused = new Set(files.flatMap((file) => refusalOf(file, rules) ?? []));
    for (const text of refused) tell(text);
    for (const file of files.filter((each) => refusalOf(each, rules) === undefined)) {
      const chunkSize = rules.chunkSize();
      uploads.add(file, { otcId, otcType, fileSource, fileAlias, url: action, chunkSize, headers, withCredentials });
    }
  };
}

function DropZone({ rules: { maxFiles, maxSize, types }, take }: { rules: Rules; take: (dropped: Dropped) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || event.clipboardData === null || isEditable(event.target)) return;
    const { files, folder } = droppedFiles(event.clipboardData);
    if (files.length === 0 && !folder) return;
    event.preventDefault();
    take({ files: files.map(renamePasted), folder });
  });
  useEffect(() => {
    // On the document, so that an image can be pasted without focus. A hidden tab has no effects.
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    take(droppedFiles(event.dataTransfer));
  };
  return (
    <div className={over ? 'upload-zone upload-over' : 'upload-zone'} onDragOver={drag(true)} onDragLeave={drag(false)} onDrop={drop}>
      <input
        ref={input}
        type="file"
        hidden
        multiple={maxFiles > 1}
        accept={types.map((type) => `.${type}`).join(',')}
        aria-label="选择文件"
        onChange={({ target }) => {
          const files = Array.from(target.files ?? []);
          target.value = '';
          if (files.length > 0) take({ files, folder: false });
        }}
      />
      <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
        选择文件
      </Button>
      <span className="upload-hint">或将文件拖到此处、直接粘贴</span>
      <span className="upload-rules">
        支持 {types.join('、')}；单个不超过 {Number((maxSize / megabyte).toFixed(2))}M，最多 {maxFiles} 个
      </span>
    </div>
  );
}

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA)$/.test(target.tagName));
