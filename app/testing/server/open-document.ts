import type { ApiDocument } from '@back-office/sys/api-docs/api-docs.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TestApp } from './test-app.ts';

/** The server's OpenAPI document, and the properties of an answer that it does not describe. */
export interface OpenedDocument {
  readonly document: ApiDocument;
  /** The mistakes in the answer to a route (`GET /api/sys/org/select/:id`), including undescribed fields. */
  readonly mistakes: (route: string, answer: unknown) => unknown[];
}

/** Reads the document of a server, to check answers against it. */
export async function openDocument(app: TestApp, token: string): Promise<OpenedDocument> {
  const response = await app.server.inject({ url: '/api/openapi.json', headers: { authorization: token } });
  const document = response.json<ApiDocument>();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'https://openapi.invalid/', ...Object(withoutExtraFields(document)) });
  return {
    document,
    mistakes: (route, answer) => {
      const [method = '', url = ''] = route.split(' ');
      const place = `${url.replace(/:(\w+)/g, '%7B$1%7D').replaceAll('/', '~1')}/${method.toLowerCase()}`;
      const check = ajv.getSchema(`https://openapi.invalid/#/paths/${place}/responses/200/content/application~1json/schema`);
      if (check === undefined) return [`${route} is not in the document`];
      return check(answer) === true ? [] : (check.errors ?? []);
    },
  };
}

/** The same schemas, forbidding fields that they do not name. */
function withoutExtraFields(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutExtraFields);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, withoutExtraFields(part)]),
  );
  const isObject = inside['type'] === 'object' && typeof inside['properties'] === 'object';
  return isObject && !('additionalProperties' in inside) ? { ...inside, unevaluatedProperties: false } : inside;
}
