import { useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../platform/request/api-error.ts';
import { refusedFields } from '../../platform/request/refused-fields.ts';

/** The issues as messages, by the name of the value. */
export type Issues<Values> = Partial<Record<keyof Values, string>>;

interface Options<Values> {
  empty: Values;
  /** Checks that need no server; with an issue, nothing is sent. */
  check: (values: Values) => Issues<Values> | Promise<Issues<Values>>;
  send: (values: Values) => Promise<void>;
}

/**
 * A form for people who are not signed in, without antd, with one submission at a time. Issues are shown at their inputs, the first of which is
 * focused; an issue that belongs to no input is `whole`.
 */
export function useGateForm<Values extends { [Name in keyof Values]: string }>({ empty, check, send }: Options<Values>) {
  const [values, setValues] = useState(empty);
  const [issues, setIssues] = useState<Issues<Values>>({});
  const [whole, setWhole] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const names: Extract<keyof Values, string>[] = [];
  for (const name in empty) names.push(name);
  const show = (found: Issues<Values>, rest?: string): void => {
    setIssues(found);
    setWhole(rest);
    const first = names.find((name) => found[name] !== undefined) ?? (rest === undefined ? undefined : names[0]);
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      const found = await check(values);
      show(found);
      if (Object.keys(found).length === 0) await send(values);
    } catch (error) {
      const fields = error instanceof ApiError ? refusedFields(error, names) : {};
      show(fields, Object.keys(fields).length > 0 ? undefined : error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void submit();
  };
  const bind = (name: (typeof names)[number]) => ({
    name,
    value: values[name],
    issue: issues[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });
  return { values, issues, whole, busy, bind, form: { ref: form, className: 'gate-form', noValidate: true, onSubmit } };
}
