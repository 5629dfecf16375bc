import type { IncomingMessage } from 'node:http';

/**
 * The request's address as every check and every route reads it: a path with its query. A request line may also name
 * the whole address, `GET http://host/path`, as those to a proxy do; its host counts then, and the header `Host` does
 * not (RFC 9112, 3.2.2). Whatever else it names is not a path of ours.
 */
export function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/' } = request;
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined) return url;
  request.headers.host = host;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
