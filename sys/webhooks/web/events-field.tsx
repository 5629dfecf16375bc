import { may } from '@back-office/contract/resource/permission.ts';
import type { TextsField } from '@back-office/contract/resource/field.ts';
import { changeKinds } from '@back-office/contract/office/own-events.ts';
import { asIds } from '@back-office/web/crud/fields/as-text.ts';
import type { CellProps, InputProps } from '@back-office/web/crud/fields/field-kit.ts';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { useRights } from '@back-office/web/platform/session/use-rights.ts';
import { GroupedSelect } from '../../shared/web/grouped-select.tsx';
import { GroupedTags } from '../../shared/web/grouped-tags.tsx';
import { eventsOf } from '../events-of.ts';

const resourceIn = (event: string): string => event.slice(0, event.indexOf(':'));
const declaredOf = (name: string) => theOffice().resources.find((resource) => resource.name === name);
const titleOf = (name: string): string => declaredOf(name)?.title ?? name;
function wordOf(event: string): string {
  const [resource, kinds] = [declaredOf(resourceIn(event)), new Map<string, string>(Object.entries(changeKinds))];
  const words = resource === undefined ? kinds : eventsOf(theOffice(), resource);
  return words.get(event) ?? kinds.get(event.slice(event.indexOf(':') + 1)) ?? event;
}

/** The events of a webhook in words, by resource: 用户：新增、修改. */
export function EventsCell({ value, plain }: CellProps<TextsField>) {
  const named = [...Map.groupBy(asIds(value), resourceIn)].map(([name, events]) => `${titleOf(name)}：${events.map(wordOf).join('、')}`);
  return <GroupedTags texts={named} plain={plain} />;
}

/** The available choices: events that resources can have which the person may read, and what is chosen already. */
export function EventsInput(props: InputProps<TextsField>) {
  const rights = useRights();
  // In local mode the browser knows nobody's rights but the account admin's (docs/spec.md 6): then only the server decides.
  const isKnown = rights.all || Object.keys(rights.byResource).length > 0;
  const chosen = asIds(props.value);
  const choices = theOffice().resources.flatMap((resource) => {
    const { name, title } = resource;
    const own = chosen.filter((event) => resourceIn(event) === name);
    if (isKnown && !may(rights, name, 'read') && own.length === 0) return [];
    // An event that cannot come, chosen in an earlier version, stays until it is unticked.
    const events = new Set([...eventsOf(theOffice(), resource).keys(), ...own]);
    return events.size === 0
      ? []
      : [{ value: name, title, children: [...events].map((value) => ({ value, title: `${title}：${wordOf(value)}` })) }];
  });
  return <GroupedSelect {...props} groups={choices} placeholder="请选择要推送的事件" />;
}
