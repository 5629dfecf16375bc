import { fieldSchema } from '@back-office/contract/resource/field-schema.ts';
import { expect, it } from 'vitest';
import { webhook } from '../webhook.ts';

const takes = (text: string): boolean => fieldSchema(webhook.fields.events).safeParse([text]).success;

it('the events of a webhook can name the resources of any module', () => {
  expect(['sys/user:added', 'sys/log-opt:deleted', 'acme2/box:changed'].filter((text) => !takes(text))).toEqual([]);
  expect(['sys/user', '2acme/box:added', 'acme2/box2:added', 'sys/user:', 'sys/user:Read'].filter(takes)).toEqual([]);
});
