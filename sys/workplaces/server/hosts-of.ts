import { StartError } from '@back-office/server/platform/start-error.ts';
import type { WaySettings } from '@back-office/server/platform/way-settings.ts';

/**
 * A vendor's hosts: its own, or a configured one that replaces all of them. Throws a StartError unless that is an https origin or on this machine:
 * secrets and codes are sent there.
 */
export function hostsOf<Name extends string>(
  { id, kind, values: { URL: set } }: WaySettings,
  vendor: Readonly<Record<Name, string>>,
): (name: Name, path: string, params?: Readonly<Record<string, string>>) => URL {
  const place = set === undefined ? undefined : URL.parse(set);
  if (place !== undefined && !isSafe(place))
    throw new StartError(`${kind}_${id.toUpperCase()}_URL must be an https origin, such as https://wecom.example.com.`);
  return (name, path, params = {}) => {
    const url = new URL(path, place?.origin ?? vendor[name]);
    for (const [key, value] of Object.entries(params)) url.searchParams.set(key, value);
    return url;
  };
}

function isSafe(url: URL | null): url is URL {
  if (url === null || url.pathname !== '/' || url.search + url.hash + url.username + url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname));
}
