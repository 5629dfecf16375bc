import type { Fault } from '@back-office/contract/resource/check-record.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { App, type FormInstance } from 'antd';
import type { Values } from '../../fields/field-kit.ts';

interface Faults {
  /** Shows each fault at its field and leads to the first; tells what belongs to no field of the form. */
  showFaults: (faults: readonly Fault[]) => void;
  complain: (words: string) => void;
}

/** How a form says what is wrong with it. */
export function useFaults(resource: Resource, form: FormInstance<Values>): Faults {
  const { message } = App.useApp();
  const complain = (words: string): void => void message.error(words, limits.errorSeconds);
  const showFaults = (faults: readonly Fault[]): void => {
    const messagesOf = (name: string) => faults.filter(({ field }) => field === name).map((fault) => fault.message);
    form.setFields(resource.form.map((name) => ({ name, errors: messagesOf(name) })));
    const first = resource.form.find((name) => messagesOf(name).length > 0);
    if (first !== undefined) form.scrollToField(first, { focus: true, block: 'center' });
    const elsewhere = faults.find(({ field }) => !resource.form.includes(field));
    if (elsewhere !== undefined) complain(elsewhere.message);
  };
  return { showFaults, complain };
}
