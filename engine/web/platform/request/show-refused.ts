import { ApiError } from './api-error.ts';
import { refusedFields } from './refused-fields.ts';

/** The part of antd's form that shows errors. */
interface ShowsErrors<Name extends string> {
  setFields: (fields: { name: Name; errors: string[] }[]) => void;
}

/** Shows the messages of a refused save at the form's fields; does nothing for an error that names no field. */
export function showRefused<Name extends string>(form: ShowsErrors<Name>, error: unknown, names: readonly Name[]): void {
  const refused: Partial<Record<Name, string>> = error instanceof ApiError ? refusedFields(error, names) : {};
  const errorsOf = (name: Name): string[] => [refused[name] ?? []].flat();
  form.setFields(names.flatMap((name) => (errorsOf(name).length === 0 ? [] : [{ name, errors: errorsOf(name) }])));
}
