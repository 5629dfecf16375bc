type Query = URLSearchParams | [string, string][] | Readonly<Record<string, string>>;

/** Options of a call; at most one of `json` and `form`. */
export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A function is called each time the call is sent, also again after a new sign-in, for what is sealed with the key of the session. */
  query?: Query | (() => Query);
  /** Sent as JSON; a text is taken to be JSON already, and a function is called like that of `query`. */
  json?: unknown;
  /** Sent form-encoded. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Continues when the page is left (Fetch Standard, keepalive); for bodies of a few kilobytes. */
  keepalive?: boolean;
  /** Timeout for the whole answer in milliseconds; 20 s by default. */
  timeout?: number;
  /** No red message: the caller shows the error, as the query client does. Session codes still open their dialog. */
  quiet?: boolean;
  /** A background call: after 取消 at 登录过期 it fails without asking again. */
  background?: boolean;
}
