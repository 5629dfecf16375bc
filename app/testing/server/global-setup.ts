import type { TestProject } from 'vitest/node';
import { dropTemplate, makeTemplate } from './test-template.ts';

/** Runs once before all test files of the server: creates their template, and removes it at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await makeTemplate(process.env.TEST_DATABASE_URL);
  project.provide('testTemplate', template);
  return () => dropTemplate(template);
}
