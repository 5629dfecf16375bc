import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { readJson } from './root.mjs';

/**
 * Passed and failed tests, from vitest's or Playwright's JSON report, with the message of each failed one; a file that
 * failed outside its tests counts as one failed test. `notRun` are tests of failed files that never began, for example
 * because the setup of a group failed.
 */
export function readTotals(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const report = readJson(file);
  if (report.stats) {
    const { expected, flaky, unexpected } = report.stats;
    return { passed: expected + flaky, failed: unexpected, failures: report.suites.flatMap(failedJourneys) };
  }
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = [
    ...broken.map(({ name, message }) => ({ name, message })),
    ...report.testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({ name: fullName, message: failureMessages.join('\n') })),
    ),
  ];
  const notRun = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'failed' && status !== 'passed').length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length, notRun, failures };
}

const failedJourneys = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(failedJourneys),
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      name: `${file} › ${title}`,
      message: tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message))).join('\n'),
    })),
];

/** Prints the failures and their messages, a line per step and, last of all, the totals in the one form that CI reads. */
export function printSummary(steps) {
  for (const { name, message } of steps.flatMap(({ failures }) => failures ?? [])) {
    console.log(`\nFAILED  ${name}`);
    console.log(firstLines(stripVTControlCharacters(message ?? ''), 12));
  }
  console.log('');
  for (const { name, ok, seconds, passed, failed, notRun = 0, note } of steps) {
    const tests = passed + failed > 0 ? `${passed} passed, ${failed} failed${notRun > 0 ? `, ${notRun} not run` : ''}` : '';
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(22)} ${seconds.toFixed(1).padStart(6)} s  ${note ?? tests}`.trimEnd());
  }
  const sum = (of) => steps.reduce((total, step) => total + of(step), 0);
  // A step that failed without a failed test (lint, a crash) must not read as "0 failed".
  const failed = sum((step) => step.failed || (step.ok ? 0 : 1));
  console.log(`${sum((step) => step.passed)} passed, ${failed} failed`);
}

const firstLines = (text, count) =>
  text
    .split('\n', count)
    .map((line) => `        ${line}`)
    .join('\n');
