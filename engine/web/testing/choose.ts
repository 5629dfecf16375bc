import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';

const open = '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option';
const found = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(open)];

/** The labels that the open select offers, in order. */
export const offered = (): string[] => found().map(({ textContent }) => textContent ?? '');

/** Clicks one of them once it is offered. */
export async function choose(words: string): Promise<void> {
  await expect.poll(offered).toContain(words);
  const [option] = found().filter(({ textContent }) => textContent === words);
  await userEvent.click(option ?? document.body);
}
