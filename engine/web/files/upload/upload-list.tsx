import { CloseOutlined, FolderOpenOutlined, PauseOutlined, CaretRightOutlined } from '@ant-design/icons';
import { Button, Progress, Tooltip } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useRef } from 'react';
import { FileIcon } from './file-icon.tsx';
import { formatBytes } from '@back-office/contract/format-bytes.ts';
import { formatSeconds } from './format-seconds.ts';
import { extensionOf } from './refusal-of.ts';
import type { Upload } from './upload.ts';
import { uploads } from './uploads.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';

/** Uploads in progress, each with its progress and actions. */
export const UploadList = ({ items }: { items: readonly Upload[] }) => (
  <ul className="upload-list" aria-label="正在上传">
    {items.map((upload) => (
      <UploadRow key={upload.key} upload={upload} />
    ))}
  </ul>
);

function UploadRow({ upload }: { upload: Upload }) {
  const { key, name, size, sent, state } = upload;
  const percent = size === 0 ? 100 : Math.min(100, Math.floor((sent / size) * 100));
  return (
    <li className="upload-row">
      <FileIcon type={extensionOf(name)} />
      <div className="upload-main">
        <span className="upload-name" title={name}>
          {name}
        </span>
        <Progress
          percent={percent}
          size={{ height: 4 }}
          showInfo={false}
          status={state === 'uploading' ? 'active' : 'normal'}
          aria-label={`${name}的上传进度`}
        />
        <span className="upload-note">{noteOf(upload, percent)}</span>
      </div>
      <UploadActions upload={upload} />
      <Tooltip title="移除">
        <IconButton type="text" icon={CloseOutlined} label={`移除${name}`} onClick={() => uploads.remove(key)} />
      </Tooltip>
    </li>
  );
}

function UploadActions({ upload: { key, name, state, needsFile } }: { upload: Upload }) {
  const { message } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const goOn = async (chosen?: File) => {
    if (!(await uploads.resume(key, chosen))) message.error('不是同一个文件，请选择原来的文件');
  };
  if (needsFile) {
    return (
      <>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={`选择${name}的原文件`}
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            target.value = '';
            if (chosen) void goOn(chosen);
          }}
        />
        <Button icon={<FolderOpenOutlined aria-hidden />} onClick={() => input.current?.click()} aria-label={`选择原文件继续上传${name}`}>
          选择原文件继续
        </Button>
      </>
    );
  }
  return state === 'paused' || state === 'unfinished' ? (
    <Tooltip title="继续">
      <IconButton type="text" icon={CaretRightOutlined} label={`继续上传${name}`} onClick={() => void goOn()} />
    </Tooltip>
  ) : (
    <Tooltip title="暂停">
      <IconButton type="text" icon={PauseOutlined} label={`暂停上传${name}`} onClick={() => uploads.pause(key)} />
    </Tooltip>
  );
}

function noteOf({ state, reason, sent, size, speed, secondsLeft, needsFile }: Upload, percent: number): string {
  const amount = `${formatBytes(Math.min(sent, size))} / ${formatBytes(size)}`;
  if (needsFile) return `上次上传到 ${percent}%，重新选择该文件后继续`;
  if (state === 'paused') return `${reason ?? '已暂停'} · ${amount}`;
  if (state === 'unfinished') return `未完成 · ${amount}`;
  if (state === 'waiting') return `${reason ?? '等待中'} · ${amount}`;
  if (sent === 0) return `准备上传 · ${formatBytes(size)}`;
  const pace = speed > 0 ? ` · ${formatBytes(speed)}/秒` : '';
  return `${percent}% · ${amount}${pace}${secondsLeft === undefined || sent >= size ? '' : ` · 剩余 ${formatSeconds(secondsLeft)}`}`;
}
