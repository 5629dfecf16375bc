import { StartError } from './start-error.ts';

/** The kinds of providers and directories for signing in, and the settings of each. */
const kinds = [
  { kind: 'OIDC', required: ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'], optional: ['LABEL', 'SCOPE'] },
  {
    kind: 'LDAP',
    required: ['URL', 'BASE_DN', 'BIND_DN', 'BIND_PASSWORD'],
    optional: ['LABEL', 'TYPE', 'START_TLS', 'CA_FILE', 'USER_CLASS', 'USER_ATTRIBUTE', 'ID_ATTRIBUTE'],
  },
  { kind: 'WECOM', required: ['CORP_ID', 'AGENT_ID', 'SECRET'], optional: ['LABEL', 'CONTACT_SECRET', 'URL'] },
  { kind: 'DINGTALK', required: ['CORP_ID', 'CLIENT_ID', 'CLIENT_SECRET'], optional: ['LABEL', 'URL'] },
  { kind: 'FEISHU', required: ['TENANT_KEY', 'APP_ID', 'APP_SECRET'], optional: ['LABEL', 'URL'] },
] as const;

type Kind = (typeof kinds)[number];

/** A configured sign-in method: its name, its kind, and its values by their names, such as `CLIENT_ID`. */
export interface WaySettings {
  readonly id: string;
  readonly kind: Kind['kind'];
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Reads the sign-in methods from the environment (docs/wire.md "Other ways to sign in"), in the order of their kinds
 * and names. Throws a StartError that names a missing variable of one, or an unknown variable.
 */
export function waysOf(env: Readonly<Record<string, string | undefined>>): WaySettings[] {
  const found = new Map<string, WaySettings>();
  for (const [name, value] of Object.entries(env).toSorted(([one], [other]) => one.localeCompare(other))) {
    const kind = kinds.find((each) => name.startsWith(`${each.kind}_`));
    if (kind === undefined || value === undefined || value === '') continue;
    const { word, part } = parseVariable(kind, name);
    const way = `${kind.kind}_${word}`;
    found.set(way, { id: word.toLowerCase(), kind: kind.kind, values: { ...found.get(way)?.values, [part]: value } });
  }
  for (const [name, { kind, values }] of found) {
    const missing = kinds.find((each) => each.kind === kind)?.required.find((part) => values[part] === undefined);
    if (missing !== undefined) throw new StartError(`${name}_${missing} must be set where any of ${name}_… is.`);
  }
  return [...found.values()];
}

/** The method and the part in a variable's name; throws a StartError if it has none. */
function parseVariable({ kind, required, optional }: Kind, name: string): { word: string; part: string } {
  const parts = [...required, ...optional];
  // The longest first: CONTACT_SECRET also ends in SECRET.
  for (const part of parts.toSorted((one, other) => other.length - one.length)) {
    const word = name.endsWith(`_${part}`) ? name.slice(kind.length + 1, -part.length - 1) : '';
    if (/^[A-Z][A-Z0-9_]*$/.test(word)) return { word, part };
  }
  const all = parts.map((part) => `${kind}_<ID>_${part}`).join(', ');
  throw new StartError(`${name} is no setting: a way to sign in is set by ${all}.`);
}
