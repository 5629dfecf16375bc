import { office } from '@back-office/app/office.ts';
import { modules } from '@back-office/app/server/modules.ts';
import { moduleMistakes } from '@back-office/server/office/module-mistakes.ts';
import { describe, expect, it } from 'vitest';

const mistakes = (resource: string, detail?: string): string[] => {
  const findable = [{ resource, order: 1, ...(detail === undefined ? {} : { detail }) }];
  const changed = modules.map((module) => ({
    ...module,
    features: module.features.map((feature) => (feature.name === 'orgs' ? { ...feature, findable } : feature)),
  }));
  return moduleMistakes(office, changed);
};

describe('what the search for anything finds', () => {
  it.each<[string, string, string | undefined, string]>([
    ['of an undeclared resource', 'sys/orgs', undefined, 'sys/orgs, which nobody declares: correct the name'],
    ['by a misspelt field', 'sys/org', 'orgCod', 'sys/org by orgCod, which is no field of text that records show: name another detail'],
    [
      'by a secret',
      'sys/user',
      'userPassword',
      'sys/user by userPassword, which is no field of text that records show: name another detail',
    ],
    ['by a number', 'sys/org', 'version', 'sys/org by version, which is no field of text that records show: name another detail'],
  ])('%s stops the start', (_what, resource, detail, why) => {
    expect(mistakes(resource, detail)).toEqual([`sys/orgs finds ${why}`]);
  });

  it('by a field of text, or by the label alone, does not', () => {
    expect([...mistakes('sys/org', 'orgCode'), ...mistakes('sys/org')]).toEqual([]);
  });
});
