import { useQuery } from '@tanstack/react-query';
import { Button, Collapse, Empty, Input, Skeleton, Tag } from 'antd';
import { useDeferredValue, useState } from 'react';
import { saveAs } from '@back-office/web/platform/request/save-as.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import type { ApiDocument } from '../api-docs.ts';
import { CallDetails } from './call-details.tsx';
import { findCalls, type FoundCall } from './find-calls.ts';
import { readDocument } from './read-document.ts';
import './api-docs-page.css';

const colours: Readonly<Record<string, string>> = { get: 'blue', post: 'green', put: 'orange', delete: 'red' };

/** The calls that this person's programs may make, readable and searchable (docs/wire.md "Programs"). */
export function ApiDocsPage() {
  const { data, error, refetch } = useQuery({ queryKey: ['openapi'], queryFn: ({ signal }) => readDocument(signal), meta: { kept: true } });
  return (
    <div className="page-card">
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {data !== undefined && <Calls document={data} />}
    </div>
  );
}

function Calls({ document: doc }: { document: ApiDocument }) {
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed);
  const found = findCalls(doc, text);
  return (
    <>
      <header className="api-head">
        <p>这里只列出您可以调用的接口。程序用“个人中心 › 接口密钥”里的密钥调用；生成客户端请下载 OpenAPI 文档。</p>
        <Button onClick={() => save(doc)}>下载 openapi.json</Button>
      </header>
      <Input.Search
        allowClear
        placeholder="搜索路径或说明"
        aria-label="搜索接口"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.size === 0 ? (
        <Empty description="没有找到接口" />
      ) : (
        <Collapse
          // Remounted for each search, which expands every group with a match.
          key={text.trim()}
          defaultActiveKey={text.trim() === '' ? [] : [...found.keys()]}
          items={[...found].map(([name, calls]) => ({
            key: name,
            label: `${name}（${calls.length}）`,
            children: <CallList calls={calls} schemas={doc.components.schemas} />,
          }))}
        />
      )}
    </>
  );
}

const CallList = ({ calls, schemas }: { calls: readonly FoundCall[]; schemas: ApiDocument['components']['schemas'] }) => (
  <Collapse
    ghost
    size="small"
    items={calls.map((call) => ({
      key: `${call.method} ${call.path}`,
      label: (
        <span className="api-line">
          <Tag color={colours[call.method] ?? 'default'}>{call.method.toUpperCase()}</Tag>
          <code>{call.path}</code>
          <span>{call.operation.summary}</span>
        </span>
      ),
      children: <CallDetails call={call} schemas={schemas} />,
    }))}
  />
);

const save = (doc: ApiDocument): void => saveAs(new Blob([JSON.stringify(doc, null, 2)], { type: 'application/json' }), 'openapi.json');
