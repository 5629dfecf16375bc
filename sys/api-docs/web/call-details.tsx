import { Table, Typography } from 'antd';
import type { ApiParameter } from '../api-docs.ts';
import type { FoundCall } from './find-calls.ts';

const places: Record<ApiParameter['in'], string> = { path: '路径', query: '查询', header: '请求头' };

/** What a call takes and gives, and how it is made from a command line. */
export function CallDetails({ call }: { call: FoundCall }) {
  const { parameters = [], requestBody, responses, description } = call.operation;
  const [body] = Object.values(requestBody?.content ?? {});
  return (
    <div className="api-call">
      <p>{description}</p>
      {parameters.length > 0 && (
        <Table
          size="small"
          pagination={false}
          rowKey="name"
          dataSource={[...parameters]}
          scroll={{ x: 'max-content' }}
          columns={[
            {
              title: '参数',
              dataIndex: 'name',
              render: (name: string, { required }) => <code>{required === true ? `${name} *` : name}</code>,
            },
            { title: '位置', dataIndex: 'in', render: (place: ApiParameter['in']) => places[place] },
            { title: '说明', dataIndex: 'description' },
          ]}
        />
      )}
      {body !== undefined && <Example title="请求内容示例" text={JSON.stringify(body.example, null, 2)} />}
      <Example title="命令行示例" text={commandOf(call)} />
      <p className="api-codes">{responses['200']?.description}</p>
    </div>
  );
}

const Example = ({ title, text }: { title: string; text: string }) => (
  <section aria-label={title}>
    <Typography.Text strong copyable={{ text, tooltips: ['复制', '已复制'] }}>
      {title}
    </Typography.Text>
    <pre>{text}</pre>
  </section>
);

/** The call as curl makes it; the key stands in a variable, so that it gets into no history of commands. */
function commandOf({ method, path, operation: { requestBody } }: FoundCall): string {
  const [body] = Object.values(requestBody?.content ?? {});
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${location.origin}${path}'`,
    `-H "Authorization: Bearer $API_KEY"`,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body.example).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  return lines.join(' \\\n  ');
}
