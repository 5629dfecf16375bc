/** Characters of a text message that travels as one, and of each part of a longer one. */
const whole = 70;
const part = 67;

/** Most variables of a template. */
export const maxVariables = 10;

/** A variable that is filled with the name of each recipient who is a user. */
export const nameVariable = 'userName';

const placeholder = /\$\{([^{}]*)\}/g;

/** The names of a template's variables, `${code}`, in the order in which they first stand in it. */
export const variablesOf = (template: string): string[] => [...new Set([...template.matchAll(placeholder)].map(([, name = '']) => name))];

/** The template with its variables filled; one without a value stays as it is, so that it is seen. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(placeholder, (standing, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : standing));

/**
 * The values with which the template gives exactly this text, or undefined where none do. Providers take no text but a
 * template and its values, so a text that anybody stored is traced back to them.
 */
export function matchTemplate(template: string, text: string): Record<string, string> | undefined {
  const names = [...template.matchAll(placeholder)].map(([, name = '']) => name);
  const literals = template.split(/\$\{[^{}]*\}/);
  const [first = '', ...rest] = literals;
  if (!text.startsWith(first)) return undefined;
  const values: Record<string, string> = {};
  let at = first.length;
  for (const [place, literal] of rest.entries()) {
    const name = names[place] ?? '';
    const known = values[name];
    const isLast = place === rest.length - 1;
    const end = known !== undefined ? at + known.length : isLast ? text.length - literal.length : text.indexOf(literal, at);
    if (end < at || !text.startsWith(literal, end)) return undefined;
    values[name] = text.slice(at, end);
    at = end + literal.length;
  }
  return at === text.length && fillTemplate(template, values) === text ? values : undefined;
}

/** How many messages a text is charged as: up to 70 characters one, beyond that one for every 67. */
export const segmentsOf = (text: string): number => (text.length <= whole ? 1 : Math.ceil(text.length / part));

/** The number as providers take it, without the spaces and dashes that people type; one of the mainland without its +86. */
export const plainPhone = (phone: string): string => phone.replace(/[ -]/g, '').replace(/^\+86(?=1[3-9]\d{9}$)/, '');
