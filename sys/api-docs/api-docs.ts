/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type Schema = Readonly<Record<string, unknown>>;

export interface ApiParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface ApiAnswer {
  readonly description: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** One call. */
export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** What it asks of its caller, as a sentence. */
  readonly description: string;
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
  readonly responses: { readonly '200': ApiAnswer } & Readonly<Record<string, ApiAnswer | { readonly $ref: string }>>;
}

/** `GET /api/openapi.json`: the calls that the caller may make (docs/wire.md "Programs"). */
export interface ApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, ApiAnswer>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}
