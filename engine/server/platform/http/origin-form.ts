import type { IncomingMessage } from 'node:http';

/**
 * The request's address in the form that every check and route expects: a path with its query. A request line may also
 * contain the full address, `GET http://host/path`, as requests to a proxy do; its host then counts instead of the
 * header `Host` (RFC 9112, 3.2.2). Any other form is not a path of ours.
 */
export function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/' } = request;
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined) return url;
  request.headers.host = host;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
