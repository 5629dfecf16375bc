import type { Issue } from '@back-office/contract/resource/issue.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FormInstance } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import type { Values } from '../fields/field-kit.ts';

/** How a form shows its issues: each message at its field, with the first one focused, and messages without a field announced to screen readers. */
export function useIssues(resource: Resource, form: FormInstance<Values>) {
  const { message } = useApp();
  const complain = (words: string): void => void message.error(words, limits.errorSeconds);
  const showIssues = (issues: readonly Issue[]): void => {
    const messagesOf = (name: string) => issues.filter(({ field }) => field === name).map((issue) => issue.message);
    // Not `validating`: the check of the field that was just left would replace them by its own.
    form.setFields(resource.form.map((name) => ({ name, errors: messagesOf(name), validating: false })));
    const first = resource.form.find((name) => messagesOf(name).length > 0);
    if (first !== undefined) form.scrollToField(first, { focus: true, block: 'center' });
    const elsewhere = issues.find(({ field }) => !resource.form.includes(field));
    if (elsewhere !== undefined) complain(elsewhere.message);
  };
  return { showIssues, complain };
}
