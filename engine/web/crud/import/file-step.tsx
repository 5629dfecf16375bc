import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { templateName } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Alert, Spin, Typography } from 'antd';
import { useId, useState, type DragEvent } from 'react';
import { Batches } from './batches.tsx';
import type { ImportWorker } from './table/open-import.ts';
import { useTemplate } from './use-template.ts';

interface FileStepProps {
  resource: Resource;
  reading: boolean;
  /** The errors of the last chosen file. */
  details: readonly string[];
  /** `takeWorker` returns the worker that will read the files. */
  choose: (files: readonly File[], takeWorker: () => ImportWorker) => void;
}

/** The template to download, the drop zone for the file, and earlier imports. */
export function FileStep({ resource, reading, details, choose }: FileStepProps) {
  const { url, takeWorker } = useTemplate(resource);
  const name = templateName(resource);
  return (
    <div className="import-file">
      <section>
        <h2>第一步：下载模板并填写</h2>
        {url === undefined && <Typography.Text type="danger">模板生成失败，请关闭后重试</Typography.Text>}
        {url === '' && <Typography.Text type="secondary">正在准备模板…</Typography.Text>}
        {url !== undefined && url !== '' && (
          <a href={url} download={`${name}.xlsx`} className="import-template">
            <DownloadOutlined aria-hidden /> {name}
          </a>
        )}
        <Typography.Paragraph type="secondary">带 * 的列必填；示例行不会被导入。请不要修改文件名和列名。</Typography.Paragraph>
      </section>
      <section>
        <h2>第二步：选择填写好的文件</h2>
        <DropZone reading={reading} choose={(files) => choose(files, takeWorker)} />
        {details.length > 0 && (
          <Alert
            type="error"
            showIcon
            className="import-details"
            title="文件不能导入"
            description={details.map((detail) => (
              <div key={detail}>{detail}</div>
            ))}
          />
        )}
      </section>
      <Batches resource={resource} />
    </div>
  );
}

function DropZone({ reading, choose }: { reading: boolean; choose: (files: readonly File[]) => void }) {
  const [over, setOver] = useState(false);
  const id = useId();
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!reading) choose([...event.dataTransfer.files]);
  };
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <label
      htmlFor={id}
      className={over ? 'import-drop import-drop-over' : 'import-drop'}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {reading ? <Spin /> : <InboxOutlined aria-hidden className="import-drop-icon" />}
      <span aria-live="polite">{reading ? '正在读取…' : '点击选择，或把文件拖到这里'}</span>
      <span className="import-drop-hint">支持 .xls、.xlsx，一个文件，不超过 10MB</span>
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept=".xls,.xlsx"
        aria-label="选择文件"
        disabled={reading}
        onChange={(event) => {
          choose([...(event.target.files ?? [])]);
          // Cleared, so that the same file can be chosen again once it is fixed.
          event.target.value = '';
        }}
      />
    </label>
  );
}
