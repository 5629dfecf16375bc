import { Table, Typography } from 'antd';
import { codes } from '@back-office/contract/envelope.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import type { ApiParameter, Schema } from '../api-docs.ts';
import { sampleOfSchema } from '../sample-of-schema.ts';
import { commandOf } from './command-of.ts';
import type { FoundCall } from './find-calls.ts';

const places: Record<ApiParameter['in'], string> = { path: '路径', query: '查询', header: '请求头' };

/** Parameters and answer of a call, and how to make it from a command line. */
export function CallDetails({ call, schemas }: { call: FoundCall; schemas: Readonly<Record<string, Schema>> }) {
  const { parameters = [], requestBody, responses, description } = call.operation;
  const [body] = Object.values(requestBody?.content ?? {});
  const answer = answerOf(call, schemas);
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
      <Example title="命令行示例" text={commandOf(call, location.origin)} />
      {answer !== undefined && <Example title="答复示例" text={JSON.stringify(answer, null, 2)} />}
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

/** The answer of a successful call; undefined if it returns a file, or nothing. */
function answerOf({ operation: { responses } }: FoundCall, schemas: Readonly<Record<string, Schema>>): unknown {
  const { schema } = recordIn(responses['200'].content['application/json']);
  const { anyOf } = recordIn(schema);
  const [success] = Array.isArray(anyOf) ? anyOf : [];
  const { data } = recordIn(recordIn(success)['properties']);
  if (data === undefined || recordIn(data)['type'] === 'null') return undefined;
  return { success: true, code: codes.ok.code, message: codes.ok.message, data: sampleOfSchema(recordIn(data), schemas) };
}
