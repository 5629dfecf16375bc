/** How a call is made; at most one of `json`, `form` and `body`. */
export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: URLSearchParams | [string, string][];
  /** Sent as JSON; a text is taken to be JSON already. */
  json?: unknown;
  /** Sent form-encoded. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Goes on where the page is left meanwhile (Fetch Standard, keepalive); for bodies of a few kilobytes. */
  keepalive?: boolean;
  /** Milliseconds until the whole answer must be there; 20 s when absent. */
  timeout?: number;
  /** No red message: the caller says it, as the query client does of all that is read. Session codes still open their dialog. */
  quiet?: boolean;
}
