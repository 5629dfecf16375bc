import type { Issue } from '@back-office/contract/resource/issue.ts';

/** The labels of the inputs that are sending a picture, by the form that they are in. */
const labels = new WeakMap<object, Set<string>>();

/** The inputs of a form whose picture is not in its values yet, because it is still being sent. */
export const sending = {
  /** Counts the input until the returned function is called. */
  add: (form: object, label: string): (() => void) => {
    const own = labels.get(form) ?? new Set();
    labels.set(form, own.add(label));
    return () => void own.delete(label);
  },
  in: (form: object): boolean => (labels.get(form)?.size ?? 0) > 0,
  /** Why the form cannot be saved yet. */
  issues: (form: object): Issue[] =>
    Array.from(labels.get(form) ?? [], (label) => ({ field: '', message: `${label}还在上传，请稍候再保存` })),
};
