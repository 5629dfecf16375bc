import type { FoundCall } from './find-calls.ts';

/** The call as a curl command; the key is in a variable, so that it is not in the shell's history. */
export function commandOf({ method, path, operation: { parameters = [], requestBody } }: FoundCall, origin: string): string {
  const [type = '', body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const asked = parameters.filter(({ in: place, required }) => place === 'query' && required === true);
  const query = asked.length === 0 ? '' : `?${asked.map(({ name }) => `${name}=`).join('&')}`;
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(`${origin}${path}${query}`)}`,
    `-H "Authorization: Bearer $API_KEY"`,
    ...(body === undefined ? [] : bodyLines(type, body.example)),
  ];
  return lines.join(' \\\n  ');
}

function bodyLines(type: string, example: unknown): string[] {
  if (type === 'application/json') return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`];
  const fields = Object.entries({ ...Object(example) });
  if (type === 'multipart/form-data')
    return fields.map(([name, value]) => `-F ${quoted(value === null ? `${name}=@文件` : `${name}=${textOf(value)}`)}`);
  return fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${textOf(value)}`)}`);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
