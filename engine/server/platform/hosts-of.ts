/**
 * The hosts of a database's address as addresses with one host each, separated as libpq does:
 * `postgres://user:password@one:5432,two:5433/name` (PostgreSQL's documentation, 34.1.1.3).
 */
export function hostsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([^:]+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}
