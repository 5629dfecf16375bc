import { expect, it } from 'vitest';
import type { ApiOperation } from '../api-docs.ts';
import { commandOf } from './command-of.ts';

const operation: ApiOperation = {
  operationId: 'a',
  tags: [],
  summary: '',
  description: '',
  responses: { '200': { description: '', content: {} } },
};
const withBody = (type: string, example: unknown) => ({
  method: 'post',
  path: '/api/a',
  operation: { ...operation, requestBody: { required: true, content: { [type]: { schema: {}, example } } } },
});

it('writes a call as a shell command, with its body in the encoding that the call takes', () => {
  expect(commandOf({ method: 'get', path: '/api/a', operation }, 'https://x')).toBe(
    `curl 'https://x/api/a' \\\n  -H "Authorization: Bearer $API_KEY"`,
  );
  expect(commandOf(withBody('application/json', { name: "it's" }), 'https://x')).toContain(
    String.raw`-H 'Content-Type: application/json' \
  -d '{"name":"it'\''s"}'`,
  );
  expect(commandOf(withBody('application/x-www-form-urlencoded', { name: 'a b' }), 'https://x')).toContain(`--data-urlencode 'name=a b'`);
  expect(commandOf(withBody('multipart/form-data', { totalChunks: 1, chunk: null }), 'https://x')).toContain(
    `-F 'totalChunks=1' \\\n  -F 'chunk=@文件'`,
  );
});

it('leaves required query parameters to be filled in', () => {
  const parameters = [
    { name: 'id', in: 'query', required: true, schema: {} },
    { name: 'reason', in: 'query', schema: {} },
  ] as const;
  expect(commandOf({ method: 'delete', path: '/api/a', operation: { ...operation, parameters } }, 'https://x')).toContain(
    `curl -X DELETE 'https://x/api/a?id='`,
  );
});
